// CSR sparse matrix-vector product: a vector kernel with several rows per block,
// a stream kernel that stages products on chip, and a block-per-row kernel.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

static void check(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    std::printf("CUDA error at line %d: %s\nFAIL\n", line, cudaGetErrorString(e));
    std::exit(1);
  }
}
#define CHECK(x) check((x), __LINE__)

struct CsrView {
  int rows;
  const int* row_ptr;
  const int* col;
  const double* val;
};

// blockDim = (VEC, ROWS): VEC lanes cooperate on one row.
template <int VEC, int ROWS, typename T>
__global__ void spmv_vector(int rows, const int* __restrict__ row_ptr,
                            const int* __restrict__ col, const T* __restrict__ val,
                            const T* __restrict__ x, T* __restrict__ y) {
  static_assert(VEC <= 32 && (VEC & (VEC - 1)) == 0, "VEC must be a power of two");
  __shared__ int bounds[ROWS][2];
  __shared__ T partial[ROWS][VEC];
  const int lane = threadIdx.x;
  const int ty = threadIdx.y;

  for (int row0 = blockIdx.x * ROWS; row0 < rows; row0 += gridDim.x * ROWS) {
    const int row = row0 + ty;
    if (lane < 2) bounds[ty][lane] = row < rows ? row_ptr[row + lane] : 0;
    __syncwarp();
    const int begin = bounds[ty][0];
    const int end = bounds[ty][1];

    T sum = T(0);
    for (int j = begin + lane; j < end; j += VEC) sum += val[j] * x[col[j]];
    partial[ty][lane] = sum;
    __syncwarp();

#pragma unroll
    for (int s = VEC / 2; s > 0; s >>= 1) {
      if (lane < s) partial[ty][lane] += partial[ty][lane + s];
      __syncwarp();
    }
    if (lane == 0 && row < rows) y[row] = partial[ty][0];
    __syncwarp();
  }
}

// CSR-stream: each block owns a run of rows with at most TILE non-zeros in all.
template <int BLOCK, int TILE>
__global__ void __launch_bounds__(BLOCK)
spmv_stream(const int* __restrict__ block_rows, CsrView A, const double* __restrict__ x,
            double* __restrict__ y) {
  __shared__ double prod[TILE];
  __shared__ int first_nz;
  const int r0 = block_rows[blockIdx.x];
  const int r1 = block_rows[blockIdx.x + 1];
  if (threadIdx.x == 0) first_nz = A.row_ptr[r0];
  __syncthreads();
  const int nnz = A.row_ptr[r1] - first_nz;

  for (int i = threadIdx.x; i < nnz; i += BLOCK) {
    const int g = first_nz + i;
    prod[i] = A.val[g] * x[A.col[g]];
  }
  __syncthreads();

  const int nrows = r1 - r0;
  if (nrows > BLOCK / 16) {
    // plenty of rows: one thread reduces a row
    for (int r = threadIdx.x; r < nrows; r += BLOCK) {
      const int b = A.row_ptr[r0 + r] - first_nz;
      const int e = A.row_ptr[r0 + r + 1] - first_nz;
      double s = 0.0;
      for (int k = b; k < e; ++k) s += prod[k];
      y[r0 + r] = s;
    }
  } else {
    // few rows: 16 lanes reduce a row
    const int sub = threadIdx.x & 15;
    const int r = threadIdx.x >> 4;
    double s = 0.0;
    if (r < nrows) {
      const int b = A.row_ptr[r0 + r] - first_nz;
      const int e = A.row_ptr[r0 + r + 1] - first_nz;
      for (int k = b + sub; k < e; k += 16) s += prod[k];
    }
#pragma unroll
    for (int o = 8; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o, 16);
    if (sub == 0 && r < nrows) y[r0 + r] = s;
  }
}

// One block per (long) row, dynamic shared memory holds blockDim.x partial sums.
__global__ void spmv_block_per_row(CsrView A, const double* __restrict__ x,
                                   double* __restrict__ y) {
  extern __shared__ double sums[];
  const int tid = threadIdx.x;
  const int row = blockIdx.x;
  const int end = A.row_ptr[row + 1];
  double acc = 0.0;
  for (int j = A.row_ptr[row] + tid; j < end; j += blockDim.x) acc += A.val[j] * x[A.col[j]];
  sums[tid] = acc;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s >= 32; s >>= 1) {
    if (tid < s) sums[tid] += sums[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    acc = sums[tid];
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (tid == 0) y[row] = acc;
  }
}

template <typename T>
static T* upload(const std::vector<T>& h) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

template <int VEC, typename T>
static void launch_vector(int rows, const int* rp, const int* ci, const T* v, const T* x, T* y) {
  constexpr int kRows = 128 / VEC;
  dim3 block(VEC, kRows);
  const int grid = std::min(64, (rows + kRows - 1) / kRows);
  spmv_vector<VEC, kRows, T><<<grid, block>>>(rows, rp, ci, v, x, y);
  CHECK(cudaGetLastError());
}

template <typename T>
static bool compare(const T* d, const std::vector<double>& ref, double tol) {
  std::vector<T> h(ref.size());
  CHECK(cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaMemset(const_cast<T*>(d), 0xff, h.size() * sizeof(T)));
  for (size_t i = 0; i < ref.size(); ++i)
    if (!(std::fabs(double(h[i]) - ref[i]) <= tol * (1.0 + std::fabs(ref[i])))) return false;
  return true;
}

int main() {
  const int rows = 4000, cols = 3000;
  constexpr int kBlock = 256, kTile = 1024;
  std::vector<int> rp(1, 0), ci;
  std::vector<double> val, x(cols);
  unsigned seed = 7u;
  auto rnd = [&] { seed = seed * 1103515245u + 12345u; return (seed >> 16) & 0x7fffu; };
  for (int r = 0; r < rows; ++r) {
    const int len = (r % 97 == 0) ? 400 + int(rnd() % 300) : int(rnd() % 24);
    for (int k = 0; k < len; ++k) {
      ci.push_back(int(rnd() % cols));
      val.push_back(double(rnd()) / 16384.0 - 1.0);
    }
    rp.push_back(int(ci.size()));
  }
  for (auto& v : x) v = double(rnd()) / 16384.0 - 1.0;
  std::vector<double> ref(rows, 0.0);
  for (int r = 0; r < rows; ++r)
    for (int k = rp[r]; k < rp[r + 1]; ++k) ref[r] += val[k] * x[ci[k]];
  std::vector<int> br(1, 0);
  for (int r = 0; r < rows; ++r)
    if (rp[r + 1] - rp[br.back()] > kTile) br.push_back(r);
  br.push_back(rows);

  std::vector<float> valf(val.begin(), val.end()), xf(x.begin(), x.end());
  int* d_rp = upload(rp);
  int* d_ci = upload(ci);
  int* d_br = upload(br);
  double *d_val = upload(val), *d_x = upload(x), *d_y = upload(std::vector<double>(rows, -1.0));
  float *d_valf = upload(valf), *d_xf = upload(xf), *d_yf = upload(std::vector<float>(rows, -1.f));
  CsrView A{rows, d_rp, d_ci, d_val};

  bool ok = true;
  launch_vector<32>(rows, d_rp, d_ci, d_val, d_x, d_y);
  ok = compare(d_y, ref, 1e-10) && ok;
  launch_vector<8>(rows, d_rp, d_ci, d_val, d_x, d_y);
  ok = compare(d_y, ref, 1e-10) && ok;
  launch_vector<16>(rows, d_rp, d_ci, d_valf, d_xf, d_yf);
  ok = compare(d_yf, ref, 1e-3) && ok;
  spmv_stream<kBlock, kTile><<<int(br.size()) - 1, kBlock>>>(d_br, A, d_x, d_y);
  CHECK(cudaGetLastError());
  ok = compare(d_y, ref, 1e-10) && ok;
  spmv_block_per_row<<<rows, 128, 128 * sizeof(double)>>>(A, d_x, d_y);
  CHECK(cudaGetLastError());
  ok = compare(d_y, ref, 1e-10) && ok;

  std::printf("%s\n", ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}
