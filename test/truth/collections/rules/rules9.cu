#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
template <class T> __device__ T *buf() { __shared__ T b[256]; return b; }
template <int N> struct Tile { float d[N][N + 1]; __device__ float *row(int r) { return d[r]; } __device__ float &at(int r, int c) { return d[r][c]; } __device__ void fill(float v, int t) { for (int i = t; i < N * N; i += 128) d[i / N][i % N] = v; } };
__shared__ float gs[256];
__global__ void shfn_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<16> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t / 15)[t % 15];
}
__global__ void shfn_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<16> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t % 15)[1];
}
__global__ void shfn_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<15> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t / 15)[t % 15];
}
__global__ void shfn_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<15> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t % 15)[1];
}
__global__ void shfn_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<15> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + 0;
}
__global__ void shfn_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<32> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t / 15)[t % 15];
}
__global__ void shfn_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<32> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + tl.row(t % 15)[1];
}
__global__ void shfn_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ Tile<32> tl;
  float *b = buf<float>();
  int *q = buf<int>();
  b[t] = in[t]; b[t + 128] = 3;
  q[2 * t] = in[t + 3]; q[2 * t + 1] = 4;
  gs[t] = in[t + 6]; gs[t + 128] = in[t + 5];
  tl.fill(in[0], t);
  __syncthreads();
  out[t] = b[255 - t] + q[t] + gs[2 * t] * gs[2 * t + 1] + tl.at(t % 15, t / 15) + 0;
}
__global__ void asmv_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a + 8 * t)); y = z = w = s[2 * t];
  out[t] = x + y * z + w;
}
__global__ void asmv_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a + 8 * t)); asm("ld.shared.f32 %0, [%1];" : "=f"(y) : "r"(a + 8 * t + 4)); z = w = 1;
  out[t] = x + y * z + w;
}
__global__ void asmv_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("ld.shared.v2.f32 {%0,%1}, [%2];" : "=f"(x), "=f"(y) : "r"(a + 8 * t)); z = w = 1;
  out[t] = x + y * z + w;
}
__global__ void asmv_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "r"(a + 16 * t));
  out[t] = x + y * z + w;
}
__global__ void asmv_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("st.shared.f32 [%0], %1;" :: "r"(a + 8 * t), "f"(in[t])); x = y = z = w = s[2 * t];
  out[t] = x + y * z + w;
}
__global__ void asmv_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("st.shared.v2.f32 [%0], {%1,%2};" :: "r"(a + 8 * t), "f"(in[t]), "f"(2.0f) : "memory"); x = y = z = s[2 * t]; w = 3;
  out[t] = x + y * z + w;
}
__global__ void asmv_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a + 8 * t)); asm("ld.shared.f32 %0, [%1];" : "=f"(y) : "r"(a + 8 * t)); z = w = 1;
  out[t] = x + y * z + w;
}
__global__ void asmv_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x, y, z, w;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(a + 8 * t)); asm volatile("ld.shared.f32 %0, [%1];" : "=f"(y) : "r"(a + 8 * t + 4)); z = w = 1;
  out[t] = x + y * z + w;
}
__global__ void vecu_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  out[t] = a.y;
}
__global__ void vecu_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  if (a.x > a.y) a.x = a.y; out[t] = a.x;
}
__global__ void vecu_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  decltype(a) c[2] = {a, v[t]}; out[t] = c[1].x + c[0].y;
}
__global__ void vecu_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  const auto *p = v; out[t] = p[t].y + (p + 3)->x;
}
__global__ void vecu_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ uint4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  auto b = v[t ^ 1]; out[t] = a.x * b.x + a.y * b.y;
}
__global__ void vecu_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ uint4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  out[t] = a.y;
}
__global__ void vecu_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ uint4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  decltype(a) c[2] = {a, v[t]}; out[t] = c[1].x + c[0].y;
}
__global__ void vecu_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float2 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  a.x += a.y; out[t] = a.x;
}
__global__ void vecu_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float2 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  auto b = a; b.x = 3; out[t] = b.y + b.x;
}
__global__ void vecu_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float2 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  if (a.x > a.y) a.x = a.y; out[t] = a.x;
}
__global__ void vecu_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float2 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  for (int k = 0; k < 3; ++k) { a.x += v[t + k & 127].y; } out[t] = a.x;
}
__global__ void vecu_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ double2 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  decltype(a) c[2] = {a, v[t]}; out[t] = c[1].x + c[0].y;
}
__global__ void vecu_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ ushort4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  auto b = v[t ^ 1]; out[t] = a.x * b.x + a.y * b.y;
}
__global__ void vecu_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ ushort4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  v[t] = a; __syncthreads(); out[t] = v[t ^ 5].x;
}
__global__ void vecu_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ uchar4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  auto b = a; b.x = 3; out[t] = b.y + b.x;
}
__global__ void vecu_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ uchar4 v[128];
  v[t] = {}; v[t].x = in[t]; v[t].y = in[t + 128];
  __syncthreads();
  auto a = v[127 - t];
  const auto *p = v; out[t] = p[t].y + (p + 3)->x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  shfn_0<<<2,128>>>(in, out, 128);
  shfn_1<<<2,128>>>(in, out, 128);
  shfn_2<<<2,128>>>(in, out, 128);
  shfn_3<<<2,128>>>(in, out, 128);
  shfn_4<<<2,128>>>(in, out, 128);
  shfn_5<<<2,128>>>(in, out, 128);
  shfn_6<<<2,128>>>(in, out, 128);
  shfn_7<<<2,128>>>(in, out, 128);
  asmv_0<<<2,128>>>(in, out, 128);
  asmv_1<<<2,128>>>(in, out, 128);
  asmv_2<<<2,128>>>(in, out, 128);
  asmv_3<<<2,128>>>(in, out, 128);
  asmv_4<<<2,128>>>(in, out, 128);
  asmv_5<<<2,128>>>(in, out, 128);
  asmv_6<<<2,128>>>(in, out, 128);
  asmv_7<<<2,128>>>(in, out, 128);
  vecu_0<<<2,128>>>(in, out, 128);
  vecu_1<<<2,128>>>(in, out, 128);
  vecu_2<<<2,128>>>(in, out, 128);
  vecu_3<<<2,128>>>(in, out, 128);
  vecu_4<<<2,128>>>(in, out, 128);
  vecu_5<<<2,128>>>(in, out, 128);
  vecu_6<<<2,128>>>(in, out, 128);
  vecu_7<<<2,128>>>(in, out, 128);
  vecu_8<<<2,128>>>(in, out, 128);
  vecu_9<<<2,128>>>(in, out, 128);
  vecu_10<<<2,128>>>(in, out, 128);
  vecu_11<<<2,128>>>(in, out, 128);
  vecu_12<<<2,128>>>(in, out, 128);
  vecu_13<<<2,128>>>(in, out, 128);
  vecu_14<<<2,128>>>(in, out, 128);
  vecu_15<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
