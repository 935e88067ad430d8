// Homework 4 - video coding + denoising kernels
// 1) 5/3 lifting wavelet (rows)  2) 8x8 DCT  3) block matching  4) bilateral  5) median
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define W 128
#define H 96
#define CHECK(x) do { cudaError_t err = x; if (err != cudaSuccess) { \
  fprintf(stderr, "error %s line %d\n", cudaGetErrorString(err), __LINE__); exit(1); } } while (0)

typedef unsigned char uchar;
__constant__ float dct_c[8][8];
__host__ __device__ inline int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

// --- one block = one row, output is [low | high]
__global__ void dwt53_rows(const short *in, short *out, int width)
{
  extern __shared__ short row[];
  const short *src = in + blockIdx.x * width;
  short *dst = out + blockIdx.x * width;
  int half = width / 2;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    row[i] = src[i];
  __syncthreads();

  // predict: odd samples become detail
  for (int i = threadIdx.x; i < half; i += blockDim.x) {
    int right = (2 * i + 2 < width) ? row[2 * i + 2] : row[2 * i];
    row[2 * i + 1] -= (row[2 * i] + right) >> 1;
  }
  __syncthreads();

  // update: even samples become approximation
  for (int i = threadIdx.x; i < half; i += blockDim.x) {
    int left = (i > 0) ? row[2 * i - 1] : row[1];
    row[2 * i] += (left + row[2 * i + 1] + 2) >> 2;
  }
  __syncthreads();

  for (int i = threadIdx.x; i < half; i += blockDim.x) {
    dst[i] = row[2 * i];
    dst[half + i] = row[2 * i + 1];
  }
}

// --- 4 blocks of 8x8 side by side, threads (8,8,4)
__global__ void dct8x8(const uchar *img, float *coef, int width)
{
  __shared__ float px[4][8][8];
  __shared__ float tmp[4][8][8];
  int u = threadIdx.x, v = threadIdx.y, b = threadIdx.z;
  int x = (blockIdx.x * 4 + b) * 8 + u;
  int y = blockIdx.y * 8 + v;

  px[b][v][u] = img[y * width + x] - 128.0f;
  __syncthreads();

  float s = 0.0f;
  for (int k = 0; k < 8; k++)            // rows
    s += px[b][v][k] * dct_c[u][k];
  tmp[b][v][u] = s;
  __syncthreads();

  s = 0.0f;
  for (int k = 0; k < 8; k++)            // columns
    s += tmp[b][k][u] * dct_c[v][k];
  coef[y * width + x] = s;
}

// --- full search, 16x16 macro block, +-8 pixels: every thread tries one displacement
#define MB 16
#define R 8
#define WIN (MB + 2 * R)
__global__ void motion_search(const uchar *cur, const uchar *ref, int width, int height, int2 *mv, int *best)
{
  __shared__ uchar c[MB][MB];
  __shared__ uchar w[WIN][WIN];
  __shared__ int cost[256];
  __shared__ int arg[256];
  int tx = threadIdx.x, ty = threadIdx.y;
  int t = ty * 16 + tx;
  int x0 = blockIdx.x * MB, y0 = blockIdx.y * MB;

  c[ty][tx] = cur[(y0 + ty) * width + x0 + tx];
  for (int j = ty; j < WIN; j += 16)
    for (int i = tx; i < WIN; i += 16) {
      int gx = clampi(x0 + i - R, 0, width - 1);
      int gy = clampi(y0 + j - R, 0, height - 1);
      w[j][i] = ref[gy * width + gx];
    }
  __syncthreads();

  int sad = 0;
  for (int j = 0; j < MB; j++)
    for (int i = 0; i < MB; i++)
      sad += abs((int)c[j][i] - (int)w[ty + j][tx + i]);

  cost[t] = sad; arg[t] = t;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (t < s) {
      if (cost[t + s] < cost[t] || (cost[t + s] == cost[t] && arg[t + s] < arg[t])) { cost[t] = cost[t + s]; arg[t] = arg[t + s]; }
    }
    __syncthreads();
  }
  if (t == 0) {
    int id = blockIdx.y * gridDim.x + blockIdx.x;
    mv[id] = make_int2(arg[0] % 16 - R, arg[0] / 16 - R);
    best[id] = cost[0];
  }
}

// --- bilateral filter, rgba, radius 3.  range weights in a lookup table
#define BR 3
#define BX 16
#define BY 16
__global__ void bilateral(const uchar4 *in, uchar4 *out, const float *range_lut, int width, int height)
{
  __shared__ uchar4 tile[BY + 2 * BR][BX + 2 * BR];
  __shared__ float lut[256];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;

  lut[ty * BX + tx] = range_lut[ty * BX + tx];
  for (int j = ty; j < BY + 2 * BR; j += BY)
    for (int i = tx; i < BX + 2 * BR; i += BX) {
      int gx = clampi((int)(blockIdx.x * BX) + i - BR, 0, width - 1);
      int gy = clampi((int)(blockIdx.y * BY) + j - BR, 0, height - 1);
      tile[j][i] = in[gy * width + gx];
    }
  __syncthreads();
  if (x >= width || y >= height) return;

  uchar4 p = tile[ty + BR][tx + BR];
  float r = 0, g = 0, b = 0, sum = 0;
  for (int j = -BR; j <= BR; j++)
    for (int i = -BR; i <= BR; i++) {
      uchar4 q = tile[ty + BR + j][tx + BR + i];
      int diff = (abs(p.x - q.x) + abs(p.y - q.y) + abs(p.z - q.z)) / 3;
      float wgt = lut[diff] * __expf(-(i * i + j * j) / 8.0f);
      r += wgt * q.x; g += wgt * q.y; b += wgt * q.z;
      sum += wgt;
    }
  out[y * width + x] = make_uchar4(r / sum + 0.5f, g / sum + 0.5f, b / sum + 0.5f, p.w);
}

// --- 3x3 median, each thread sorts its own 9 numbers kept in shared memory
__global__ void median3x3(const uchar *in, uchar *out, int width, int height)
{
  __shared__ uchar tile[10][34];
  __shared__ uchar v[8 * 32][9];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
  int x = blockIdx.x * 32 + tx, y = blockIdx.y * 8 + ty;

  for (int k = t; k < 10 * 34; k += 256) {
    int gx = clampi((int)blockIdx.x * 32 + k % 34 - 1, 0, width - 1);
    int gy = clampi((int)blockIdx.y * 8 + k / 34 - 1, 0, height - 1);
    tile[k / 34][k % 34] = in[gy * width + gx];
  }
  __syncthreads();
  if (x >= width || y >= height) return;

  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      v[t][j * 3 + i] = tile[ty + j][tx + i];

  // partial selection sort, only need the 5th smallest
  for (int i = 0; i < 5; i++) {
    int m = i;
    for (int j = i + 1; j < 9; j++)
      if (v[t][j] < v[t][m]) m = j;
    uchar a = v[t][i]; v[t][i] = v[t][m]; v[t][m] = a;
  }
  out[y * width + x] = v[t][4];
}

int main()
{
  static uchar img[H * W], prev[H * W], med[H * W];
  static short s_in[H * W], s_out[H * W];
  static uchar4 rgba[H * W], rgba_out[H * W];
  static float coef[H * W], lut[256], cc[8][8];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int i = y * W + x;
      img[i] = (uchar)(128 + 60 * sin(x * 0.21) + 50 * cos(y * 0.17 + x * 0.05) + (i * 7919 % 13));
      prev[i] = (uchar)(128 + 60 * sin((x + 3) * 0.21) + 50 * cos((y - 2) * 0.17 + (x + 3) * 0.05) + (i * 7919 % 11));
      s_in[i] = img[i];
      rgba[i] = make_uchar4(img[i], prev[i], 255 - img[i], 255);
    }
  for (int i = 0; i < 256; i++) lut[i] = expf(-i * i / 1800.0f);
  for (int u = 0; u < 8; u++)
    for (int k = 0; k < 8; k++)
      cc[u][k] = (u == 0 ? sqrt(0.125) : 0.5) * cos((2 * k + 1) * u * M_PI / 16);

  uchar *d_img, *d_prev, *d_med; short *d_si, *d_so; uchar4 *d_c, *d_co; float *d_coef, *d_lut; int2 *d_mv; int *d_best;
  CHECK(cudaMalloc(&d_img, H * W));      CHECK(cudaMalloc(&d_prev, H * W));     CHECK(cudaMalloc(&d_med, H * W));
  CHECK(cudaMalloc(&d_si, sizeof(s_in))); CHECK(cudaMalloc(&d_so, sizeof(s_in))); CHECK(cudaMalloc(&d_c, sizeof(rgba)));  CHECK(cudaMalloc(&d_co, sizeof(rgba)));
  CHECK(cudaMalloc(&d_coef, sizeof(coef))); CHECK(cudaMalloc(&d_lut, sizeof(lut)));
  const int nmb = (W / MB) * (H / MB);
  int2 mv[nmb]; int best[nmb];
  CHECK(cudaMalloc(&d_mv, sizeof(mv)));   CHECK(cudaMalloc(&d_best, sizeof(best)));
  CHECK(cudaMemcpy(d_img, img, sizeof(img), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_prev, prev, sizeof(prev), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_si, s_in, sizeof(s_in), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_c, rgba, sizeof(rgba), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_lut, lut, sizeof(lut), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(dct_c, cc, sizeof(cc)));

  dwt53_rows<<<48, 64, W * sizeof(short)>>>(d_si, d_so, W);                 // first half of the rows
  dwt53_rows<<<48, 32, W * sizeof(short)>>>(d_si + 48 * W, d_so + 48 * W, W);
  dct8x8<<<dim3(W / 32, H / 8), dim3(8, 8, 4)>>>(d_img, d_coef, W);
  motion_search<<<dim3(W / MB, H / MB), dim3(16, 16)>>>(d_img, d_prev, W, H, d_mv, d_best);
  bilateral<<<dim3((W + BX - 1) / BX, (H + BY - 1) / BY), dim3(BX, BY)>>>(d_c, d_co, d_lut, W, H);
  median3x3<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(d_img, d_med, W, H);
  CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());

  CHECK(cudaMemcpy(s_out, d_so, sizeof(s_out), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(coef, d_coef, sizeof(coef), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(mv, d_mv, sizeof(mv), cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(best, d_best, sizeof(best), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(rgba_out, d_co, sizeof(rgba), cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(med, d_med, sizeof(med), cudaMemcpyDeviceToHost));

  // checks: wavelet of every row, energy of the DCT (orthonormal), median of the inside
  int bad = 0;
  for (int y = 0; y < H; y++)
    for (int i = 0; i < W / 2; i++) {
      const short *r = s_in + y * W;
      int e2 = i + 1 < W / 2 ? r[2 * i + 2] : r[2 * i];
      bad += s_out[y * W + W / 2 + i] != r[2 * i + 1] - ((r[2 * i] + e2) >> 1);
    }
  double e1 = 0, e2 = 0; long sum = 0;
  for (int i = 0; i < H * W; i++) {
    e1 += (img[i] - 128.0) * (img[i] - 128.0);
    e2 += (double)coef[i] * coef[i];
    sum += s_out[i] + med[i] + rgba_out[i].x + rgba_out[i].z;
  }
  bad += fabs(e1 - e2) > 1e-3 * e1;
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      int lt = 0, gt = 0, m = med[y * W + x];
      for (int k = 0; k < 9; k++) { int p = img[(y + k / 3 - 1) * W + x + k % 3 - 1]; lt += p < m; gt += p > m; }
      bad += lt > 4 || gt > 4;
    }
  for (int i = 0; i < nmb; i++) sum += best[i] + mv[i].x * 3 + mv[i].y;
  printf("checksum %ld  mv of centre (%d,%d)  %s\n", sum, mv[nmb / 2 + 4].x, mv[nmb / 2 + 4].y, bad ? "FAILED" : "passed");
  return bad != 0;
}
