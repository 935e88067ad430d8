// Separable 2D convolution: row pass, column pass and a fused tile kernel.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define KERNEL_RADIUS 6
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)

#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 8
#define ROWS_RESULT_STEPS 4
#define ROWS_HALO_STEPS 1

#define COLUMNS_BLOCKDIM_X 16
#define COLUMNS_BLOCKDIM_Y 8
#define COLUMNS_RESULT_STEPS 4
#define COLUMNS_HALO_STEPS 1

#define FUSED_W 32
#define FUSED_H 16

#define OK_OR_RETURN(call)                                                  \
  do {                                                                      \
    cudaError_t err = (call);                                               \
    if (err != cudaSuccess) {                                               \
      printf("%s failed: %s\nFAIL\n", #call, cudaGetErrorString(err));      \
      return 1;                                                             \
    }                                                                       \
  } while (0)

__constant__ float c_filter[KERNEL_LENGTH];

__global__ void convolution_rows(float* __restrict__ dst, const float* __restrict__ src, int w,
                                 int h, int pitch) {
  __shared__ float s_data[ROWS_BLOCKDIM_Y]
                         [(ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X];
  static_assert(ROWS_BLOCKDIM_X * ROWS_HALO_STEPS >= KERNEL_RADIUS, "halo too small");

  const int base_x =
      (blockIdx.x * ROWS_RESULT_STEPS - ROWS_HALO_STEPS) * ROWS_BLOCKDIM_X + (int)threadIdx.x;
  const int base_y = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
  const bool row_ok = base_y < h;
  src += base_y * pitch;
  dst += base_y * pitch;

#pragma unroll
  for (int i = 0; i < ROWS_RESULT_STEPS + 2 * ROWS_HALO_STEPS; ++i) {
    const int gx = base_x + i * ROWS_BLOCKDIM_X;
    s_data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] =
        (row_ok && gx >= 0 && gx < w) ? src[gx] : 0.0f;
  }
  __syncthreads();

#pragma unroll
  for (int i = ROWS_HALO_STEPS; i < ROWS_HALO_STEPS + ROWS_RESULT_STEPS; ++i) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; ++j)
      sum += c_filter[KERNEL_RADIUS - j] *
             s_data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
    const int gx = base_x + i * ROWS_BLOCKDIM_X;
    if (row_ok && gx < w) dst[gx] = sum;
  }
}

__global__ void convolution_columns(float* __restrict__ dst, const float* __restrict__ src, int w,
                                    int h, int pitch) {
  __shared__ float s_data[COLUMNS_BLOCKDIM_X][(COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS) *
                                                  COLUMNS_BLOCKDIM_Y + 1];
  static_assert(COLUMNS_BLOCKDIM_Y * COLUMNS_HALO_STEPS >= KERNEL_RADIUS, "halo too small");

  const int base_x = blockIdx.x * COLUMNS_BLOCKDIM_X + threadIdx.x;
  const int base_y = (blockIdx.y * COLUMNS_RESULT_STEPS - COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y +
                     (int)threadIdx.y;
  const bool col_ok = base_x < w;

#pragma unroll
  for (int i = 0; i < COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS; ++i) {
    const int gy = base_y + i * COLUMNS_BLOCKDIM_Y;
    s_data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (col_ok && gy >= 0 && gy < h) ? src[gy * pitch + base_x] : 0.0f;
  }
  __syncthreads();

#pragma unroll
  for (int i = COLUMNS_HALO_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; ++i) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; ++j)
      sum += c_filter[KERNEL_RADIUS - j] *
             s_data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y + j];
    const int gy = base_y + i * COLUMNS_BLOCKDIM_Y;
    if (col_ok && gy < h) dst[gy * pitch + base_x] = sum;
  }
}

// Both passes in one kernel. The input tile has a halo on all four sides; the
// intermediate keeps only the vertical halo.
template <int TW, int TH, int R>
__global__ void convolution_fused(float* __restrict__ dst, const float* __restrict__ src, int w,
                                  int h, int pitch) {
  constexpr int IN_W = TW + 2 * R;
  constexpr int IN_H = TH + 2 * R;
  __shared__ float tile[IN_H][IN_W];
  __shared__ float mid[IN_H][TW];

  const int x0 = (int)blockIdx.x * TW - R;
  const int y0 = (int)blockIdx.y * TH - R;

  for (int ly = threadIdx.y; ly < IN_H; ly += blockDim.y) {
    const int gy = y0 + ly;
    for (int lx = threadIdx.x; lx < IN_W; lx += blockDim.x) {
      const int gx = x0 + lx;
      const bool inside = gx >= 0 && gx < w && gy >= 0 && gy < h;
      tile[ly][lx] = inside ? src[gy * pitch + gx] : 0.0f;
    }
  }
  __syncthreads();

  for (int ly = threadIdx.y; ly < IN_H; ly += blockDim.y) {
    for (int lx = threadIdx.x; lx < TW; lx += blockDim.x) {
      float sum = 0.0f;
#pragma unroll
      for (int k = 0; k <= 2 * R; ++k) sum += c_filter[2 * R - k] * tile[ly][lx + k];
      mid[ly][lx] = sum;
    }
  }
  __syncthreads();

  for (int ly = threadIdx.y; ly < TH; ly += blockDim.y) {
    const int gy = y0 + R + ly;
    for (int lx = threadIdx.x; lx < TW; lx += blockDim.x) {
      const int gx = x0 + R + lx;
      float sum = 0.0f;
#pragma unroll
      for (int k = 0; k <= 2 * R; ++k) sum += c_filter[2 * R - k] * mid[ly + k][lx];
      if (gx < w && gy < h) dst[gy * pitch + gx] = sum;
    }
  }
}

static inline int div_up(int a, int b) { return (a + b - 1) / b; }

static void run_separable(float* out, float* tmp, const float* in, int w, int h, int pitch) {
  dim3 rb(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y);
  dim3 rg(div_up(w, ROWS_RESULT_STEPS * ROWS_BLOCKDIM_X), div_up(h, ROWS_BLOCKDIM_Y));
  convolution_rows<<<rg, rb>>>(tmp, in, w, h, pitch);
  dim3 cb(COLUMNS_BLOCKDIM_X, COLUMNS_BLOCKDIM_Y);
  dim3 cg(div_up(w, COLUMNS_BLOCKDIM_X), div_up(h, COLUMNS_RESULT_STEPS * COLUMNS_BLOCKDIM_Y));
  convolution_columns<<<cg, cb>>>(out, tmp, w, h, pitch);
}

static bool close_enough(const std::vector<float>& a, const std::vector<float>& b, int w, int h,
                         int pitch) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      if (!(std::fabs(a[y * pitch + x] - b[y * pitch + x]) < 1e-3f)) return false;
  return true;
}

int main() {
  const int w = 501, h = 283, pitch = 512;
  const size_t n = (size_t)pitch * h;
  std::vector<float> img(n, 0.0f), tmp(n, 0.0f), ref(n, 0.0f), got(n, 0.0f);
  float filt[KERNEL_LENGTH], total = 0.0f;
  for (int i = 0; i < KERNEL_LENGTH; ++i) {
    const float t = (i - KERNEL_RADIUS) / 2.5f;
    filt[i] = std::exp(-0.5f * t * t) * (1.0f + 0.02f * i);
    total += filt[i];
  }
  for (float& f : filt) f /= total;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) img[y * pitch + x] = float((x * 37 + y * 101 + (x * y) % 17) % 256);

  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      double s = 0;
      for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; ++j)
        if (x + j >= 0 && x + j < w) s += double(filt[KERNEL_RADIUS - j]) * img[y * pitch + x + j];
      tmp[y * pitch + x] = (float)s;
    }
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      double s = 0;
      for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; ++j)
        if (y + j >= 0 && y + j < h) s += double(filt[KERNEL_RADIUS - j]) * tmp[(y + j) * pitch + x];
      ref[y * pitch + x] = (float)s;
    }

  float *d_in, *d_tmp, *d_out;
  OK_OR_RETURN(cudaMalloc(&d_in, n * sizeof(float)));
  OK_OR_RETURN(cudaMalloc(&d_tmp, n * sizeof(float)));
  OK_OR_RETURN(cudaMalloc(&d_out, n * sizeof(float)));
  OK_OR_RETURN(cudaMemcpy(d_in, img.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  OK_OR_RETURN(cudaMemcpyToSymbol(c_filter, filt, sizeof(filt)));

  run_separable(d_out, d_tmp, d_in, w, h, pitch);
  OK_OR_RETURN(cudaGetLastError());
  OK_OR_RETURN(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  bool ok = close_enough(got, ref, w, h, pitch);

  OK_OR_RETURN(cudaMemset(d_out, 0xff, n * sizeof(float)));
  dim3 fb(32, 8), fg(div_up(w, FUSED_W), div_up(h, FUSED_H));
  convolution_fused<FUSED_W, FUSED_H, KERNEL_RADIUS><<<fg, fb>>>(d_out, d_in, w, h, pitch);
  OK_OR_RETURN(cudaGetLastError());
  OK_OR_RETURN(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  ok = close_enough(got, ref, w, h, pitch) && ok;

  cudaFree(d_in); cudaFree(d_tmp); cudaFree(d_out);
  puts(ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}
