// Dynamic programming and sequence kernels, launched through a small helper.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <cuda_runtime.h>

static void check(cudaError_t e, const char *what) {
  if (e != cudaSuccess) { std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e)); std::exit(1); }
}
template <class Kernel, class... Args>
void go(const char *name, dim3 grid, dim3 block, size_t shm, Kernel kernel, Args... args) {
  kernel<<<grid, block, shm>>>(args...);
  check(cudaGetLastError(), name);
  check(cudaDeviceSynchronize(), name);
}

// Smith-Waterman over a band: thread = band offset, three rolling diagonals.
template <int BAND>
__global__ void sw_band(const unsigned char *q, const unsigned char *r, int len, int *best) {
  __shared__ short H[3][BAND + 2];
  __shared__ unsigned char sq[256], sr[256];
  __shared__ int top[BAND];
  const int b = threadIdx.x;
  for (int i = b; i < len; i += BAND) {
    sq[i] = q[blockIdx.x * len + i];
    sr[i] = r[blockIdx.x * len + i];
  }
  H[0][b + 1] = 0; H[1][b + 1] = 0; H[2][b + 1] = 0;
  if (b < 3) { H[b][0] = 0; H[b][BAND + 1] = 0; }
  __syncthreads();
  int mx = 0;
  int p2 = 0, p1 = 1, cur = 2;
  for (int d = 0; d < 96; ++d) {
    int i = d + b, j = d + BAND - 1 - b;
    int sc = sq[i] == sr[j] ? 3 : -1;
    int v = max(0, H[p2][b + 1] + sc);
    v = max(v, H[p1][b] - 2);
    v = max(v, H[p1][b + 2] - 2);
    H[cur][b + 1] = (short)v;
    mx = max(mx, v);
    int t = p2; p2 = p1; p1 = cur; cur = t;
    __syncthreads();
  }
  top[b] = mx;
  __syncthreads();
  for (int s = BAND / 2; s >= 1; s >>= 1) {
    if (b < s) top[b] = max(top[b], top[b + s]);
    __syncthreads();
  }
  if (b == 0) best[blockIdx.x] = top[0];
}

// Edit distance in a 32 x 32 tile, one warp; the tile is read back by columns.
__global__ void edit_tile(const unsigned char *a, const unsigned char *b, int *out) {
  __shared__ int D[33][33];
  const int t = threadIdx.x;
  D[0][t + 1] = t + 1;
  D[t + 1][0] = t + 1;
  if (t == 0) D[0][0] = 0;
  unsigned char ca = a[blockIdx.x * 32 + t];
  __syncwarp();
  for (int d = 0; d < 63; ++d) {
    int j = d - t;
    if (j >= 0 && j < 32) {
      int c = ca == b[blockIdx.x * 32 + j] ? 0 : 1;
      D[t + 1][j + 1] = min(D[t][j] + c, min(D[t][j + 1], D[t + 1][j]) + 1);
    }
    __syncwarp();
  }
  out[blockIdx.x * 32 + t] = D[t + 1][32] + D[32][t + 1];
}

// Needleman affine row sweep: each row is a max-scan in shared memory.
__global__ void row_maxscan(const int *score, int *out, int rows, int gap) {
  extern __shared__ int row[];
  int *prev = row, *scan = row + blockDim.x + 1;
  const int t = threadIdx.x;
  prev[t + 1] = -gap * (t + 1);
  if (t == 0) prev[0] = 0;
  __syncthreads();
  for (int r = 0; r < rows; ++r) {
    int diag = prev[t] + score[(blockIdx.x * rows + r) * blockDim.x + t];
    int up = prev[t + 1] - gap;
    int v = max(diag, up) + gap * t;
    scan[t] = v;
    __syncthreads();
    for (int o = 1; o < blockDim.x; o <<= 1) {
      int w = t >= o ? scan[t - o] : v;
      __syncthreads();
      v = max(v, w);
      scan[t] = v;
      __syncthreads();
    }
    prev[t + 1] = v - gap * t;
    if (t == 0) prev[0] = -gap * (r + 1);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = prev[t + 1];
}

// Position weight matrix, 4 x W in shared memory, kmers packed by the kernel itself.
template <int W>
__global__ void __launch_bounds__(128) pwm_scan(const float *pwm, float *out) {
  __shared__ float m[W][4];
  __shared__ unsigned code[128 + W];
  const int t = threadIdx.x;
  if (t < W * 4) m[t / 4][t % 4] = pwm[t];
  for (int i = t; i < 128 + W; i += 128) code[i] = (i * 7 + 3) & 3;
  __syncthreads();
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < W; ++k) s += m[k][(t + k) & 3] * code[t + k];
  out[blockIdx.x * 128 + t] = s;
}

int main() {
  unsigned char *q, *r; int *o, *sc; float *f, *fo;
  check(cudaMalloc(&q, 1 << 16), "q"); check(cudaMalloc(&r, 1 << 16), "r");
  check(cudaMalloc(&o, 1 << 18), "o"); check(cudaMalloc(&sc, 1 << 18), "sc");
  check(cudaMalloc(&f, 1 << 16), "f"); check(cudaMalloc(&fo, 1 << 16), "fo");
  cudaMemset(q, 1, 1 << 16); cudaMemset(r, 1, 1 << 16); cudaMemset(sc, 0, 1 << 18); cudaMemset(f, 0, 1 << 16);
  go("sw_band", 4, 64, 0, sw_band<64>, (const unsigned char *)q, (const unsigned char *)r, 192, o);
  go("sw_band", 2, 32, 0, sw_band<32>, (const unsigned char *)q, (const unsigned char *)r, 160, o);
  go("edit_tile", 3, 32, 0, edit_tile, (const unsigned char *)q, (const unsigned char *)r, o);
  go("row_maxscan", 2, 128, (2 * 128 + 1) * sizeof(int), row_maxscan, (const int *)sc, o, 9, 2);
  go("pwm_scan", 2, 128, 0, pwm_scan<8>, (const float *)f, fo);
  go("pwm_scan", 2, 128, 0, pwm_scan<13>, (const float *)f, fo);
  std::puts("ok");
  return 0;
}
