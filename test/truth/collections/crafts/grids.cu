// Stencils with halos, rings and temporal blocking.
#include <cuda_runtime.h>
#include <cstdio>

template <typename T, int W, int H, int R>
struct Halo {
  static constexpr int pitch = W + 2 * R;
  T data[(H + 2 * R) * pitch];
  __device__ T &at(int x, int y) { return data[(y + R) * pitch + x + R]; }
};

// Halo loaded as a flat list, radius known.
template <int W, int H, int R>
__global__ void star2d(const float *in, float *out, int nx, int ny) {
  __shared__ Halo<float, W, H, R> s;
  const int bx = blockIdx.x * W, by = blockIdx.y * H;
  const int lin = threadIdx.y * W + threadIdx.x;
  for (int i = lin; i < (W + 2 * R) * (H + 2 * R); i += W * H) {
    const int x = min(max(bx + i % (W + 2 * R) - R, 0), nx - 1);
    const int y = min(max(by + i / (W + 2 * R) - R, 0), ny - 1);
    s.data[i] = in[y * nx + x];
  }
  __syncthreads();
  const int tx = threadIdx.x, ty = threadIdx.y;
  float acc = s.at(tx, ty);
#pragma unroll
  for (int r = 1; r <= R; ++r)
    acc += (s.at(tx - r, ty) + s.at(tx + r, ty) + s.at(tx, ty - r) + s.at(tx, ty + r)) / (4.f * r);
  if (bx + tx < nx && by + ty < ny) out[(by + ty) * nx + bx + tx] = acc;
}

// Edge threads load the halo, the classic way with ifs.
#define BX 32
#define BY 8
__global__ void heat_edges(const double *u, double *v, int nx, int ny) {
  __shared__ double s[BY + 2][BX + 2];
  const int i = blockIdx.x * BX + threadIdx.x + 1, j = blockIdx.y * BY + threadIdx.y + 1;
  const int li = threadIdx.x + 1, lj = threadIdx.y + 1;
  s[lj][li] = u[j * nx + i];
  if (threadIdx.x == 0) s[lj][0] = u[j * nx + i - 1];
  if (threadIdx.x == BX - 1) s[lj][BX + 1] = u[j * nx + i + 1];
  if (threadIdx.y == 0) s[0][li] = u[(j - 1) * nx + i];
  if (threadIdx.y == BY - 1) s[BY + 1][li] = u[(j + 1) * nx + i];
  __syncthreads();
  if (i < nx - 1 && j < ny - 1)
    v[j * nx + i] = 0.25 * (s[lj][li - 1] + s[lj][li + 1] + s[lj - 1][li] + s[lj + 1][li]) - s[lj][li];
}

// 3-D with a ring of 5 planes of 16 x 8 with a halo in y.
__global__ void ring3d(const float *in, float *out, int nz) {
  __shared__ float ring[5][8 + 4][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int plane = 16 * 12;
  const float *src = in + blockIdx.x * plane * nz;
#pragma unroll
  for (int z = 0; z < 4; ++z)
    for (int yy = y; yy < 12; yy += 8) ring[z][yy][x] = src[z * plane + yy * 16 + x];
  for (int z = 4; z < nz; ++z) {
    for (int yy = y; yy < 12; yy += 8) ring[z % 5][yy][x] = src[z * plane + yy * 16 + x];
    __syncthreads();
    const int c = (z - 2) % 5;
    float a = ring[c][y + 2][x] * 6.f;
    a -= ring[c][y][x] + ring[c][y + 1][x] + ring[c][y + 3][x] + ring[c][y + 4][x];
    a -= ring[(z - 4) % 5][y + 2][x] + ring[(z - 3) % 5][y + 2][x] + ring[(z - 1) % 5][y + 2][x] + ring[z % 5][y + 2][x];
    out[((blockIdx.x * nz + z) * 8 + y) * 16 + x] = a;
    __syncthreads();
  }
}

// Temporal blocking in 1-D: the valid part shrinks by one on each side per step.
template <int STEPS>
__global__ void trapezoid(const float *in, float *out) {
  __shared__ float buf[2][128];
  const int t = threadIdx.x;
  buf[0][t] = in[blockIdx.x * (128 - 2 * STEPS) + t];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < STEPS; ++k) {
    if (t > k && t < 127 - k) buf[(k + 1) & 1][t] = 0.5f * buf[k & 1][t] + 0.25f * (buf[k & 1][t - 1] + buf[k & 1][t + 1]);
    __syncthreads();
  }
  if (t >= STEPS && t < 128 - STEPS) out[blockIdx.x * (128 - 2 * STEPS) + t - STEPS] = buf[STEPS & 1][t];
}

// Red-black relaxation: each thread owns two cells of a row of 64.
__global__ void redblack_rows(float *u, int sweeps) {
  __shared__ float s[10][66];
  const int tx = threadIdx.x, ty = threadIdx.y + 1;
  for (int r = threadIdx.y; r < 10; r += 8)
    for (int c = tx; c < 66; c += 32) s[r][c] = u[(blockIdx.x * 10 + r) * 66 + c];
  __syncthreads();
  for (int k = 0; k < sweeps; ++k) {
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
      const int c = 1 + 2 * tx + ((ty + colour) & 1);
      s[ty][c] += 0.2f * (s[ty - 1][c] + s[ty + 1][c] + s[ty][c - 1] + s[ty][c + 1] - 4.f * s[ty][c]);
      __syncthreads();
    }
  }
  for (int c = tx + 1; c < 65; c += 32) u[(blockIdx.x * 10 + ty) * 66 + c] = s[ty][c];
}

// FDTD with E and H carved from one dynamic buffer.
__global__ void fdtd1d(const float *e0, float *out, int n, int steps) {
  extern __shared__ float pool[];
  float *E = pool;
  float *H = E + n + 1;
  float *eps = H + n;
  const int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) { E[i] = e0[i]; H[i] = 0.f; eps[i] = 1.f / (1 + (i & 3)); }
  if (t == 0) E[n] = 0.f;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    for (int i = t; i < n; i += blockDim.x) H[i] += 0.5f * (E[i + 1] - E[i]);
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) if (i > 0) E[i] += 0.5f * eps[i] * (H[i] - H[i - 1]);
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) out[blockIdx.x * n + i] = E[i];
}

int main() {
  float *a, *b; double *d, *e;
  if (cudaMalloc(&a, 1 << 20) || cudaMalloc(&b, 1 << 20) || cudaMalloc(&d, 1 << 20) || cudaMalloc(&e, 1 << 20)) return 1;
  cudaMemset(a, 0, 1 << 20); cudaMemset(d, 0, 1 << 20);
  star2d<32, 8, 2><<<dim3(3, 4), dim3(32, 8)>>>(a, b, 90, 30);
  star2d<16, 16, 1><<<dim3(4, 3), dim3(16, 16)>>>(a, b, 64, 48);
  heat_edges<<<dim3(2, 3), dim3(BX, BY)>>>(d, e, 66, 26);
  ring3d<<<3, dim3(16, 8)>>>(a, b, 14);
  trapezoid<4><<<4, 128>>>(a, b);
  trapezoid<7><<<3, 128>>>(a, b);
  redblack_rows<<<2, dim3(32, 8)>>>(a, 5);
  const int n = 200;
  fdtd1d<<<2, 96, (3 * n + 1) * sizeof(float)>>>(a, b, n, 10);
  cudaError_t err = cudaDeviceSynchronize();
  if (err != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(err)); return 1; }
  return 0;
}
