// Sparse kernels of a small elliptic solver, double precision throughout.
// SELL-C SpMV fused with a dot product, CG vector update, BCSR SpMV, level-scheduled
// triangular solve per subdomain, red-black Gauss-Seidel smoother on 2-D tiles.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

static void cuda_safe(cudaError_t status, const char* what) {
  if (status != cudaSuccess) { std::fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(status)); std::exit(1); }
}
#define CUDA_SAFE(x) cuda_safe((x), #x)

using real = double;
constexpr int NX = 48, NY = 40, N = NX * NY, SLICE = 32, TPR = 4;   // grid; C of SELL-C, threads per row

template <int NT>
__device__ real block_reduce(real v, real* buf) {
  const int t = threadIdx.x;
  buf[t] = v;
  __syncthreads();
  for (int s = NT / 2; s > 0; s >>= 1) {
    if (t < s) buf[t] += buf[t + s];
    __syncthreads();
  }
  return buf[0];
}

// One slice per block: SLICE rows, TPR threads per row, column-major within the slice.
template <int C, int T>
__global__ void sell_spmv_dot(const int* __restrict__ slice_ptr, const int* __restrict__ col,
                              const real* __restrict__ val, const real* __restrict__ x,
                              real* __restrict__ y, real* __restrict__ partial, int n) {
  __shared__ real part[T][C];
  __shared__ real buf[C * T];
  const int r = threadIdx.x % C, lane = threadIdx.x / C;
  const int row = blockIdx.x * C + r;
  const int beg = slice_ptr[blockIdx.x], width = (slice_ptr[blockIdx.x + 1] - beg) / C;
  real s = 0;
  for (int at = beg + lane * C + r; at < beg + width * C; at += T * C) s += val[at] * x[col[at]];
  part[lane][r] = s;
  __syncthreads();
  real xy = 0;
  if (lane == 0 && row < n) {
    for (int k = 1; k < T; ++k) s += part[k][r];
    y[row] = s;
    xy = s * x[row];
  }
  xy = block_reduce<C * T>(xy, buf);
  if (threadIdx.x == 0) partial[blockIdx.x] = xy;
}

template <int NT>
__global__ void cg_update_dot(real alpha, const real* p, const real* q, real* x, real* r, real* partial, int n) {
  __shared__ real buf[NT];
  real s = 0;
  for (int i = blockIdx.x * NT + threadIdx.x; i < n; i += gridDim.x * NT) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    s += r[i] * r[i];
  }
  s = block_reduce<NT>(s, buf);
  if (threadIdx.x == 0) partial[blockIdx.x] = s;
}

// A block row per BS*BS threads; thread (i,j) owns entry (i,j) of every dense block in the row.
template <int BS, int ROWS>
__global__ void bcsr_spmv(const int* ptr, const int* col, const real* val, const real* x, real* y, int nb) {
  __shared__ real acc[ROWS][BS][BS];
  const int j = threadIdx.x, i = threadIdx.y, lr = threadIdx.z;
  const int br = blockIdx.x * ROWS + lr;
  real s = 0;
  if (br < nb)
    for (int k = ptr[br]; k < ptr[br + 1]; ++k) s += val[(k * BS + i) * BS + j] * x[col[k] * BS + j];
  acc[lr][i][j] = s;
  __syncthreads();
  if (i == 0 && br < nb) {  // one thread per scalar row adds the BS partial sums
    real t = 0;
    for (int k = 0; k < BS; ++k) t += acc[lr][j][k];
    y[br * BS + j] = t;
  }
}

// Unit-stride subdomains of `m` unknowns; rows listed level by level in `order`.
__global__ void sptrsv_levels(const int* ptr, const int* col, const real* val, const real* diag, const int* order,
                              const int* level_ptr, int levels, int m, const real* b, real* x) {
  extern __shared__ real sx[];                          // solution of this subdomain
  int* sord = reinterpret_cast<int*>(sx + m);           // schedule
  const int base = blockIdx.x * m;
  for (int i = threadIdx.x; i < m; i += blockDim.x) sord[i] = order[i];
  __syncthreads();
  for (int l = 0; l < levels; ++l) {
    for (int k = level_ptr[l] + threadIdx.x; k < level_ptr[l + 1]; k += blockDim.x) {
      const int i = sord[k];
      real s = b[base + i];
      for (int e = ptr[i]; e < ptr[i + 1]; ++e) s -= val[e] * sx[col[e]];
      sx[i] = s / diag[i];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < m; i += blockDim.x) x[base + i] = sx[i];
}

// 5-point Laplacian, zero Dirichlet. Tiles are smoothed independently with frozen halos.
template <int TX, int TY>
__global__ void rbgs_sweep(const real* __restrict__ u, const real* __restrict__ f, real* __restrict__ out,
                           int nx, int ny, int sweeps) {
  __shared__ real s[TY + 2][TX + 2];
  __shared__ real rhs[TY][TX];
  const int tid = threadIdx.y * (TX / 2) + threadIdx.x, nt = TX / 2 * TY;  // half a tile of threads
  const int x0 = blockIdx.x * TX, y0 = blockIdx.y * TY;
  for (int k = tid; k < (TX + 2) * (TY + 2); k += nt) {
    const int gx = x0 + k % (TX + 2) - 1, gy = y0 + k / (TX + 2) - 1;
    s[k / (TX + 2)][k % (TX + 2)] = (gx >= 0 && gx < nx && gy >= 0 && gy < ny) ? u[gy * nx + gx] : 0.0;
  }
  for (int k = tid; k < TX * TY; k += nt) {
    const int gx = x0 + k % TX, gy = y0 + k / TX;
    rhs[k / TX][k % TX] = (gx < nx && gy < ny) ? f[gy * nx + gx] : 0.0;
  }
  __syncthreads();
  for (int it = 0; it < 2 * sweeps; ++it) {
    const int ty = threadIdx.y, tx = 2 * threadIdx.x + ((ty + it) & 1);
    if (x0 + tx < nx && y0 + ty < ny)
      s[ty + 1][tx + 1] = 0.25 * (rhs[ty][tx] + s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2]);
    __syncthreads();
  }
  for (int k = tid; k < TX * TY; k += nt) {
    const int gx = x0 + k % TX, gy = y0 + k / TX;
    if (gx < nx && gy < ny) out[gy * nx + gx] = s[k / TX + 1][k % TX + 1];
  }
}

template <class T> T* to_device(const std::vector<T>& h) {
  T* d;
  CUDA_SAFE(cudaMalloc(&d, h.size() * sizeof(T)));
  CUDA_SAFE(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
std::vector<real> to_host(const real* d, int n) {
  std::vector<real> h(n);
  CUDA_SAFE(cudaMemcpy(h.data(), d, n * sizeof(real), cudaMemcpyDeviceToHost));
  return h;
}
real total(const real* d, int n) { real s = 0; for (real v : to_host(d, n)) s += v; return s; }

int main() {
  std::vector<std::vector<int>> rows(N);
  for (int i = 0; i < N; ++i) {
    const int x = i % NX, y = i / NX;
    const bool has[5] = {y > 0, x > 0, true, x < NX - 1, y < NY - 1};
    const int off[5] = {-NX, -1, 0, 1, NX};
    for (int k = 0; k < 5; ++k) if (has[k]) rows[i].push_back(i + off[k]);
  }
  auto apply = [&](const std::vector<real>& x, int i) { real s = 0; for (int c : rows[i]) s += (c == i ? 4.0 : -1.0) * x[c]; return s; };
  const int slices = (N + SLICE - 1) / SLICE;
  std::vector<int> sptr(1, 0), scol;
  std::vector<real> sval, b(N), zero(N, 0.0);
  for (int s = 0; s < slices; ++s) {
    for (int k = 0; k < 5; ++k)
      for (int i = s * SLICE; i < (s + 1) * SLICE; ++i) {
        const bool in = i < N && k < (int)rows[i].size();
        scol.push_back(in ? rows[i][k] : 0);
        sval.push_back(in ? (rows[i][k] == i ? 4.0 : -1.0) : 0.0);
      }
    sptr.push_back((int)scol.size());
  }
  for (int i = 0; i < N; ++i) b[i] = 1.0 + 0.25 * ((i * 37) % 11) - 0.1 * (i % 7);
  // ---- conjugate gradient, three iterations ----
  int *d_sptr = to_device(sptr), *d_scol = to_device(scol);
  real *d_sval = to_device(sval), *d_b = to_device(b), *d_x = to_device(zero), *d_r = to_device(b), *d_q = to_device(zero);
  real *d_p = to_device(b), *d_part = to_device(std::vector<real>(slices));
  real rr = std::inner_product(b.begin(), b.end(), b.begin(), 0.0);
  std::vector<real> p = b;
  for (int it = 0; it < 3; ++it) {
    sell_spmv_dot<SLICE, TPR><<<slices, SLICE * TPR>>>(d_sptr, d_scol, d_sval, d_p, d_q, d_part, N);
    const real alpha = rr / total(d_part, slices);
    cg_update_dot<256><<<4, 256>>>(alpha, d_p, d_q, d_x, d_r, d_part, N);
    CUDA_SAFE(cudaGetLastError());
    const real rr_new = total(d_part, 4);
    const auto r = to_host(d_r, N);
    for (int i = 0; i < N; ++i) p[i] = r[i] + rr_new / rr * p[i];
    CUDA_SAFE(cudaMemcpy(d_p, p.data(), N * sizeof(real), cudaMemcpyHostToDevice));
    rr = rr_new;
  }
  const auto x = to_host(d_x, N), r = to_host(d_r, N);
  real err = 0, chk = 0;
  for (int i = 0; i < N; ++i) { err = std::max(err, std::fabs(b[i] - apply(x, i) - r[i])); chk += x[i]; }
  // ---- BCSR, 4x4 blocks, tridiagonal block pattern ----
  constexpr int BS = 4, NB = 150;
  std::vector<int> bptr(1, 0), bcol;
  std::vector<real> bval;
  for (int i = 0; i < NB; ++i) {
    for (int j = std::max(0, i - 1); j <= std::min(NB - 1, i + 1); ++j) {
      bcol.push_back(j);
      for (int e = 0; e < BS * BS; ++e) bval.push_back(((i * 5 + j * 3 + e) % 17) * 0.125 - 1.0);
    }
    bptr.push_back((int)bcol.size());
  }
  int *d_bptr = to_device(bptr), *d_bcol = to_device(bcol); real* d_bval = to_device(bval);
  bcsr_spmv<BS, 8><<<(NB + 7) / 8, dim3(BS, BS, 8)>>>(d_bptr, d_bcol, d_bval, d_b, d_q, NB);
  CUDA_SAFE(cudaGetLastError());
  const auto yb = to_host(d_q, NB * BS);
  for (int i = 0; i < NB * BS; ++i) {
    real s = 0;
    for (int k = bptr[i / BS]; k < bptr[i / BS + 1]; ++k)
      for (int j = 0; j < BS; ++j) s += bval[(k * BS + i % BS) * BS + j] * b[bcol[k] * BS + j];
    err = std::max(err, std::fabs(s - yb[i])), chk += yb[i];
  }
  // ---- triangular solve on 5 strips of 8 grid lines (all strips share the pattern) ----
  constexpr int M = NX * 8, LEVELS = NX + 7;
  std::vector<int> lptr(1, 0), lcol, order, lev(1, 0);
  std::vector<real> lval, diag(M, 4.0);
  for (int i = 0; i < M; ++i) {
    if (i >= NX) lcol.push_back(i - NX), lval.push_back(-1.0);
    if (i % NX) lcol.push_back(i - 1), lval.push_back(-1.0);
    lptr.push_back((int)lcol.size());
  }
  for (int l = 0; l < LEVELS; ++l) {
    for (int y = 0; y < 8; ++y) if (l - y >= 0 && l - y < NX) order.push_back(y * NX + l - y);
    lev.push_back((int)order.size());
  }
  int *d_lptr = to_device(lptr), *d_lcol = to_device(lcol), *d_ord = to_device(order), *d_lev = to_device(lev);
  real *d_lval = to_device(lval), *d_diag = to_device(diag);
  sptrsv_levels<<<N / M, 64, M * (sizeof(real) + sizeof(int))>>>(d_lptr, d_lcol, d_lval, d_diag, d_ord, d_lev, LEVELS, M, d_b, d_x);
  CUDA_SAFE(cudaGetLastError());
  const auto xt = to_host(d_x, N);
  for (int i = 0; i < N; ++i) {
    real s = 4.0 * xt[i] - b[i];
    for (int e = lptr[i % M]; e < lptr[i % M + 1]; ++e) s += lval[e] * xt[i / M * M + lcol[e]];
    err = std::max(err, std::fabs(s)), chk += xt[i];
  }
  // ---- smoother: the energy 1/2 u.Au - b.u must fall ----
  rbgs_sweep<16, 16><<<dim3(NX / 16, (NY + 15) / 16), dim3(8, 16)>>>(d_x, d_b, d_q, NX, NY, 2);
  rbgs_sweep<32, 8><<<dim3((NX + 31) / 32, NY / 8), dim3(16, 8)>>>(d_q, d_b, d_p, NX, NY, 3);
  CUDA_SAFE(cudaGetLastError()); CUDA_SAFE(cudaDeviceSynchronize());
  const auto u = to_host(d_p, N);
  real e0 = 0, e1 = 0;
  for (int i = 0; i < N; ++i) {
    e0 += xt[i] * (0.5 * apply(xt, i) - b[i]), e1 += u[i] * (0.5 * apply(u, i) - b[i]);
    chk += u[i];
  }
  const bool ok = err < 1e-9 && e1 < e0;
  std::printf("sparse checksum %.8f  energy %.6e -> %.6e  err %.1e  %s\n", chk, e0, e1, err, ok ? "PASS" : "FAIL");
  for (void* d : std::initializer_list<void*>{d_sptr, d_scol, d_sval, d_b, d_x, d_r, d_q, d_p, d_part, d_bptr, d_bcol, d_bval,
                                              d_lptr, d_lcol, d_ord, d_lev, d_lval, d_diag}) CUDA_SAFE(cudaFree(d));
  return ok ? 0 : 1;
}
