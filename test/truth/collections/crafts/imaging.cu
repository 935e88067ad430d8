// Images: filters, pyramids, resizing, with bytes and floats.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Image {
  uint8_t *data;
  int width, height, pitch;
  __host__ __device__ uint8_t &px(int x, int y) const { return data[y * pitch + x]; }
};

static Image make(int w, int h) {
  Image im{nullptr, w, h, (w + 63) / 64 * 64};
  if (cudaMalloc(&im.data, im.pitch * h)) exit(1);
  cudaMemset(im.data, 7, im.pitch * h);
  return im;
}
static inline int div_up(int a, int b) { return (a + b - 1) / b; }

// Separable filter; the row pass stores its result transposed.
template <int RADIUS, int PAD>
__global__ void sep_transposed(const float *in, float *out, int width, int height) {
  __shared__ float src[16][32 + 2 * RADIUS];
  __shared__ float dst[32][16 + PAD];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x0 = blockIdx.x * 32 - RADIUS, y = blockIdx.y * 16 + ty;
  for (int i = tx; i < 32 + 2 * RADIUS; i += 32) {
    const int x = x0 + i;
    src[ty][i] = (x >= 0 && x < width && y < height) ? in[y * width + x] : 0.f;
  }
  __syncthreads();
  float acc = 0.f;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) acc += src[ty][tx + RADIUS + k] * (1.f / (1 + k * k));
  dst[tx][ty] = acc;
  __syncthreads();
  const int lin = ty * 32 + tx;
  const int c = lin / 16, r = lin % 16;
  out[(blockIdx.x * 32 + c) * height + blockIdx.y * 16 + r] = dst[c][r];
}

// Gaussian pyramid, one level: 5 taps in x, then in y, every second pixel.
__global__ void pyr_down(Image src, Image dst) {
  __shared__ uint8_t tile[20][36];
  __shared__ uint16_t mid[20][16];
  const int tx = threadIdx.x, ty = threadIdx.y;     // 16 x 8
  const int ox = blockIdx.x * 32 - 2, oy = blockIdx.y * 16 - 2;
  for (int y = ty; y < 20; y += 8)
    for (int x = tx; x < 36; x += 16)
      tile[y][x] = src.px(min(max(ox + x, 0), src.width - 1), min(max(oy + y, 0), src.height - 1));
  __syncthreads();
  for (int y = ty; y < 20; y += 8) {
    const uint8_t *p = &tile[y][2 * tx];
    mid[y][tx] = p[0] + 4 * p[1] + 6 * p[2] + 4 * p[3] + p[4];
  }
  __syncthreads();
  const int y = 2 * ty;
  const int v = mid[y][tx] + 4 * mid[y + 1][tx] + 6 * mid[y + 2][tx] + 4 * mid[y + 3][tx] + mid[y + 4][tx];
  const int X = blockIdx.x * 16 + tx, Y = blockIdx.y * 8 + ty;
  if (X < dst.width && Y < dst.height) dst.px(X, Y) = (v + 128) >> 8;
}

// Bilinear up-sampling by 3/2 from a tile of bytes.
__global__ void bilinear_up(Image src, Image dst) {
  __shared__ uint8_t t[12][24];
  const int tx = threadIdx.x, ty = threadIdx.y;   // 32 x 8
  const int bx = blockIdx.x * 21, by = blockIdx.y * 5;
  for (int i = ty * 32 + tx; i < 12 * 24; i += 256) {
    int y = i / 24, x = i % 24;
    t[y][x] = src.px(min(bx + x, src.width - 1), min(by + y, src.height - 1));
  }
  __syncthreads();
  const int fx = tx * 2, fy = ty * 2;
  const int x = fx / 3, y = fy / 3;
  const int wx = fx % 3, wy = fy % 3;
  const int top = t[y][x] * (3 - wx) + t[y][x + 1] * wx;
  const int bot = t[y + 1][x] * (3 - wx) + t[y + 1][x + 1] * wx;
  const int X = blockIdx.x * 32 + tx, Y = blockIdx.y * 8 + ty;
  if (X < dst.width && Y < dst.height) dst.px(X, Y) = (top * (3 - wy) + bot * wy) / 9;
}

// RGB interleaved to planar with uchar3 in shared memory.
__global__ void deinterleave(const uint32_t *rgb, uint32_t *planes, int words) {
  __shared__ __align__(4) uchar3 px[256];
  uint32_t *raw = reinterpret_cast<uint32_t *>(px);
  const int t = threadIdx.x;     // 64 threads, 4 pixels each
#pragma unroll
  for (int k = 0; k < 3; ++k) raw[k * 64 + t] = rgb[blockIdx.x * 192 + k * 64 + t];
  __syncthreads();
  uchar4 r, g, b;
  uchar3 p0 = px[4 * t], p1 = px[4 * t + 1], p2 = px[4 * t + 2], p3 = px[4 * t + 3];
  r = make_uchar4(p0.x, p1.x, p2.x, p3.x);
  g = make_uchar4(p0.y, p1.y, p2.y, p3.y);
  b = make_uchar4(p0.z, p1.z, p2.z, p3.z);
  uchar4 *o = reinterpret_cast<uchar4 *>(planes);
  o[blockIdx.x * 64 + t] = r;
  o[words + blockIdx.x * 64 + t] = g;
  o[2 * words + blockIdx.x * 64 + t] = b;
}

// Summed area of a 32 x 32 tile: rows by shuffles, columns by a serial sweep.
__global__ void sat32(const float *in, float *out) {
  __shared__ float s[32][33];
  const int lane = threadIdx.x, w = threadIdx.y;   // 32 x 4
  for (int r = w; r < 32; r += 4) {
    float v = in[(blockIdx.x * 32 + r) * 32 + lane];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
      float u = __shfl_up_sync(0xffffffffu, v, o);
      if (lane >= o) v += u;
    }
    s[r][lane] = v;
  }
  __syncthreads();
  if (w == 0) {
    float run = 0.f;
    for (int r = 0; r < 32; ++r) { run += s[r][lane]; s[r][lane] = run; }
  }
  __syncthreads();
  for (int r = w; r < 32; r += 4) out[(blockIdx.x * 32 + r) * 32 + lane] = s[lane][r];
}

// Morphological dilation with a van Herk / Gil-Werman window of 9, one row a warp.
__global__ void van_herk(const uint8_t *in, uint8_t *out, int width) {
  extern __shared__ uint8_t mem[];
  uint8_t *fwd = mem, *bwd = mem + width;
  const int t = threadIdx.x;
  const uint8_t *row = in + blockIdx.x * width;
  for (int seg = t; seg * 9 < width; seg += blockDim.x) {
    uint8_t m = 0;
    for (int k = 0; k < 9; ++k) { m = max(m, row[seg * 9 + k]); fwd[seg * 9 + k] = m; }
    m = 0;
    for (int k = 8; k >= 0; --k) { m = max(m, row[seg * 9 + k]); bwd[seg * 9 + k] = m; }
  }
  __syncthreads();
  for (int x = t; x < width; x += blockDim.x) {
    const int r = min(x + 4, width - 1), l = max(x - 4, 0);
    out[blockIdx.x * width + x] = max(fwd[r], bwd[l]);
  }
}

template <int R> void separable(const float *in, float *out, int w, int h) {
  dim3 block(32, 16), grid(div_up(w, 32), h / 16);
  sep_transposed<R, (R > 2 ? 1 : 0)><<<grid, block>>>(in, out, w, h);
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  separable<2>(a, b, 96, 48);
  separable<5>(a, b, 80, 32);
  Image s = make(100, 60), d = make(50, 30), u = make(150, 90);
  pyr_down<<<dim3(div_up(d.width, 16), div_up(d.height, 8)), dim3(16, 8)>>>(s, d);
  bilinear_up<<<dim3(4, 9), dim3(32, 8)>>>(s, u);
  deinterleave<<<3, 64>>>((uint32_t *)a, (uint32_t *)b, 1024);
  sat32<<<2, dim3(32, 4)>>>(a, b);
  van_herk<<<3, 32, 2 * 288>>>((uint8_t *)a, (uint8_t *)b, 288);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  return e;
}
