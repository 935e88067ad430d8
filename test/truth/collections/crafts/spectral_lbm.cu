// FFT exchanges, DCT, lattice Boltzmann staging.
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>

using cplx = float2;
__device__ __forceinline__ cplx operator+(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ cplx operator-(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ cplx operator*(cplx a, cplx b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__device__ __forceinline__ void bfly4(cplx (&v)[4]) {
  cplx s = v[0] + v[2], d = v[0] - v[2], t = v[1] + v[3], u = v[1] - v[3];
  cplx w = make_float2(u.y, -u.x);
  v[0] = s + t; v[1] = d + w; v[2] = s - t; v[3] = d - w;
}

// Radix-4, 256 points in 64 threads; the twiddles are a shared table.
__global__ void fft4_table(const cplx *in, cplx *out) {
  __shared__ cplx tw[256];
  __shared__ float ex[256];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += 64) {
    float s, c;
    sincospif(-i / 128.f, &s, &c);
    tw[i] = make_float2(c, s);
  }
  cplx v[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) v[r] = in[blockIdx.x * 256 + r * 64 + t];
  __syncthreads();
  bfly4(v);
#pragma unroll
  for (int r = 1; r < 4; ++r) v[r] = v[r] * tw[r * t];
#pragma unroll
  for (int n = 16; n >= 1; n /= 4) {
    const int lo = t & (n - 1), hi = t / n;
#pragma unroll
    for (int r = 0; r < 4; ++r) ex[r * 64 + t] = v[r].x;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r].x = ex[(hi / 4) * 16 * n % 256 + (hi & 3) * n + lo + r * 4 * n % 64];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) ex[r * 64 + t] = v[r].y;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r].y = ex[(hi / 4) * 16 * n % 256 + (hi & 3) * n + lo + r * 4 * n % 64];
    __syncthreads();
    bfly4(v);
#pragma unroll
    for (int r = 1; r < 4; ++r) v[r] = v[r] * tw[(r * lo * (64 / n)) & 255];
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) out[blockIdx.x * 256 + t * 4 + r] = v[r];
}

// Radix-8 exchange of 512 points with padding 1 in 8.
template <int PADSHIFT>
__global__ void __launch_bounds__(64) exchange8(const cplx *in, cplx *out) {
  extern __shared__ __align__(8) unsigned char raw[];
  cplx *s = reinterpret_cast<cplx *>(raw);
  const int t = threadIdx.x;
  auto at = [](int i) { return i + (i >> PADSHIFT); };
  cplx v[8];
#pragma unroll
  for (int r = 0; r < 8; ++r) v[r] = in[blockIdx.x * 512 + r * 64 + t];
#pragma unroll
  for (int r = 0; r < 4; ++r) { cplx a = v[r], b = v[r + 4]; v[r] = a + b; v[r + 4] = a - b; }
#pragma unroll
  for (int r = 0; r < 8; ++r) s[at(t * 8 + r)] = v[r];
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 8; ++r) v[r] = s[at((t & 7) * 64 + (t >> 3) + r * 8)];
#pragma unroll
  for (int r = 0; r < 4; ++r) { cplx a = v[r], b = v[r + 4]; v[r] = a + b; v[r + 4] = a - b; }
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 8; ++r) s[at((t >> 3) * 64 + r * 8 + (t & 7))] = v[r];
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 8; ++r) out[blockIdx.x * 512 + r * 64 + t] = s[at(r * 64 + t)];
}

// D2Q9, one row per block, populations staged SoA, streamed in x through shared memory.
enum Dir { C, E, N, W, S, NE, NW, SW, SE, Q };
__constant__ int cx_[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__global__ void lbm_soa(const float *f, float *g, int nx, int ny) {
  __shared__ float pop[Q][66];
  const int x = threadIdx.x, y = blockIdx.x;
  float v[Q];
  float rho = 0.f;
#pragma unroll
  for (int q = 0; q < Q; ++q) { v[q] = f[(q * ny + y) * nx + x]; rho += v[q]; }
  const float ux = (v[E] + v[NE] + v[SE] - v[W] - v[NW] - v[SW]) / (rho + 1e-9f);
#pragma unroll
  for (int q = 0; q < Q; ++q) pop[q][x + 1] = v[q] + 0.6f * (rho / 9.f * (1.f + ux) - v[q]);
  if (x == 0) {
    pop[E][0] = pop[E][nx]; pop[NE][0] = 0.f; pop[SE][0] = 0.f;
  }
  if (x == nx - 1) { pop[W][nx + 1] = 1.f; pop[NW][nx + 1] = 0.f; pop[SW][nx + 1] = 0.f; }
  __syncthreads();
  g[(C * ny + y) * nx + x] = pop[C][x + 1];
  g[(E * ny + y) * nx + x] = pop[E][x];
  g[(W * ny + y) * nx + x] = pop[W][x + 2];
  g[(NE * ny + y) * nx + x] = pop[NE][x];
  g[(NW * ny + y) * nx + x] = pop[NW][x + 2];
  g[(SE * ny + y) * nx + x] = pop[SE][x] + pop[N][x + 1];
  g[(SW * ny + y) * nx + x] = pop[SW][x + 2] + pop[S][x + 1];
}

// The same populations AoS, cells of nine floats.
struct Cell { float p[9]; };
__global__ void lbm_aos(const float *f, float *g) {
  __shared__ Cell cell[64];
  float *flat = cell[0].p;
  const int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 9; ++i) flat[i * 64 + t] = f[blockIdx.x * 576 + i * 64 + t];
  __syncthreads();
  float rho = 0.f;
#pragma unroll
  for (int q = 0; q < 9; ++q) rho += cell[t].p[q];
  const int l = (t + 63) & 63, r = (t + 1) & 63;
  float e = cell[l].p[1], w = cell[r].p[3], ne = cell[l].p[5], nw = cell[r].p[6];
  __syncthreads();
  cell[t].p[1] = e + rho;
  cell[t].p[3] = w + rho;
  cell[t].p[5] = ne - rho;
  cell[t].p[6] = nw - rho;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 9; ++i) g[blockIdx.x * 576 + i * 64 + t] = flat[i * 64 + t];
}

// 8-point DCT of rows, then columns; 32 tiles of 8 x 8 in a block of 8 x 32.
__global__ void dct_strip(const float *in, float *out) {
  __shared__ float tile[8][8 * 32 + 1];
  __shared__ float basis[8][8];
  const int k = threadIdx.x, b = threadIdx.y;
  if (b < 8) basis[b][k] = cospif((2 * b + 1) * k / 16.f);
  for (int r = 0; r < 8; ++r) tile[r][b * 8 + k] = in[(blockIdx.x * 8 + r) * 256 + b * 8 + k];
  __syncthreads();
  float row[8];
  for (int c = 0; c < 8; ++c) row[c] = tile[k][b * 8 + c];
  __syncthreads();
  for (int u = 0; u < 8; ++u) {
    float s = 0.f;
    for (int c = 0; c < 8; ++c) s += row[c] * basis[c][u];
    tile[k][b * 8 + u] = s;
  }
  __syncthreads();
  for (int u = 0; u < 8; ++u) {
    float s = 0.f;
    for (int r = 0; r < 8; ++r) s += tile[r][b * 8 + k] * basis[r][u];
    out[(blockIdx.x * 8 + u) * 256 + b * 8 + k] = s;
  }
}

int main() {
  float *a, *b;
  const size_t bytes = 1 << 18;
  if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes)) return 1;
  cudaMemset(a, 0, bytes);
  const cplx *ca = (const cplx *)a;
  cplx *cb = (cplx *)b;
  auto fft = [&](int batches) { fft4_table<<<batches, 64>>>(ca, cb); };
  fft(3);
  exchange8<3><<<4, 64, (512 + 64) * sizeof(cplx)>>>(ca, cb);
  exchange8<4><<<2, 64, (512 + 32) * sizeof(cplx)>>>(ca, cb);
  lbm_soa<<<6, 64>>>(a, b, 64, 6);
  lbm_aos<<<5, 64>>>(a, b);
  dct_strip<<<2, dim3(8, 32)>>>(a, b);
  cudaError_t e = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
