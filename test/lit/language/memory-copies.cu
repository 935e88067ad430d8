// `memcpy` of a constant size, and functions that return results by pointers.
// What nvcc makes of each was read from its machine code.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

#include <cstring>
#include <cuda_fp16.h>

__global__ void numbers(float *out, const float *in) {
  __shared__ float s[1024];
  __shared__ double d[128];
  const int t = threadIdx.x;
  const float f = in[t];
  memcpy(&s[t * 2], &f, sizeof f); // expect: store 2/1 2-way
  __syncthreads();
  unsigned bits;
  memcpy(&bits, s + t * 4, 4); // expect: load 4/1 4-way
  double wide;
  std::memcpy(&wide, &d[t], sizeof(double)); // expect: load 2/2
  out[t] = bits + wide;
}
// As wide as the array is aligned, all of it if nothing stands before it.
__global__ void vectors(float *out, const float4 *in) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const float4 v = in[t];
  memcpy(&s[t * 4], &v, 16); // expect: store 4/4
  __syncthreads();
  float4 w;
  memcpy(&w, &s[t * 8], 16); // expect: load 8/4 2-way
  out[t] = w.x + w.y * w.z + w.w;
}
// The compiler loads no more than is used.
__global__ void someMembers(float *out, const float4 *in) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 w;
  memcpy(&w, &s[t], 16); // expect: upper-bound load 16/4 4-way
  out[t] = w.x + w.y;
}
// From where a vector is not aligned, it is loaded in parts.
__global__ void betweenVectors(float *out) {
  __shared__ float s[1056];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  __syncthreads();
  float4 w;
  memcpy(&w, &s[t * 8 + 1], 16); // expect: upper-bound load 32/4 8-way
  out[t] = w.x + w.y * w.z + w.w;
}
// An array of bytes that is not declared with an alignment is copied by bytes.
__global__ void bytes(uint4 *out, const uint4 *in) {
  __shared__ char single[32 * 128];
  __shared__ __align__(16) char aligned[4096];
  extern __shared__ char dynamic[];
  const int t = threadIdx.x;
  const uint4 v = in[t];
  memcpy(&single[t * 16], &v, 16);  // expect: upper-bound store 64/16 4-way
  memcpy(&aligned[t * 16], &v, 16); // expect: store 4/4
  memcpy(dynamic + t * 16, &v, 16); // expect: store 4/4
  __syncthreads();
  out[t].x = single[t] + aligned[t] + dynamic[t]; // expect: load 1/1, load 1/1, load 1/1
}
__global__ void halves(uint2 *out, const uint2 *in) {
  __shared__ short single[2048];
  __shared__ __align__(16) short aligned[2048];
  const int t = threadIdx.x;
  const uint2 v = in[t];
  memcpy(&single[t * 4], &v, 8);  // expect: upper-bound store 8/4 2-way
  memcpy(&aligned[t * 4], &v, 8); // expect: store 2/2
  __syncthreads();
  out[t].x = single[t] + aligned[t]; // expect: load 1/1, load 1/1
}
// From one place in shared memory to another one; how much is not known.
__global__ void within(float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  memcpy(&s[t], &s[t * 2 + 512], 4); // expect: store 1/1, load 2/1 2-way
  memcpy(&s[t], out, n); // expect: unknown load unknown-call
}
__global__ void results(float *out, const float *in) {
  __shared__ float sine[128], cosine[128 * 32];
  const int t = threadIdx.x;
  sincosf(in[t], &sine[t], &cosine[t * 32]); // expect: store 1/1, upper-bound store 32/1 32-way
  __syncthreads();
  float own;
  sincosf(sine[t], &own, cosine + t); // expect: load 1/1, store 1/1
  out[t] = own;
}

void run(void *out, const void *in, int n) {
  numbers<<<1, 128>>>((float *)out, (const float *)in);
  vectors<<<1, 128>>>((float *)out, (const float4 *)in);
  someMembers<<<1, 128>>>((float *)out, (const float4 *)in);
  betweenVectors<<<1, 128>>>((float *)out);
  bytes<<<1, 128, 4096>>>((uint4 *)out, (const uint4 *)in);
  halves<<<1, 128>>>((uint2 *)out, (const uint2 *)in);
  within<<<1, 128>>>((float *)out, n);
  results<<<1, 128>>>((float *)out, (const float *)in);
}
