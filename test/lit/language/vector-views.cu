// Vectors that are loaded as a whole and used by pointers and references into
// them, by their members that are arrays, or by methods. What nvcc makes of each
// was read from its machine code.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

#include <cuda_fp16.h>

struct alignas(16) Pack8 { __half e[8]; };
template <class T, int N> struct alignas(sizeof(T) * N) Vec {
  T data[N];
  __device__ T &operator[](int i) { return data[i]; }
  __device__ const T &operator[](int i) const { return data[i]; }
  __device__ T &at(int i) { return data[i]; }
};
__device__ float all(const float *p) { return p[0] + p[1] * p[2] + p[3]; }
__device__ float ends(const float *p) { return p[0] + p[3]; }

__global__ void allByPointer(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  uint4 v = s[t * 2]; // expect: load 8/4 2-way
  const __half *h = reinterpret_cast<const __half *>(&v);
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j)
    sum += __half2float(h[j]) * j;
  out[t] = sum;
}

__global__ void halfOfItByPointer(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  // Of the members that are used, 8 bytes are loaded.
  uint4 v = s[t * 2]; // expect: load 8/2 4-way
  const __half *h = reinterpret_cast<const __half *>(&v);
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j)
    sum += __half2float(h[j]) * j;
  out[t] = sum;
}

__global__ void everyOtherByPointer(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  // Parts of numbers: which the compiler loads is not known.
  uint4 v = s[t * 2]; // expect: upper-bound load 32/4 8-way
  const __half *h = reinterpret_cast<const __half *>(&v);
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 8; j += 2)
    sum += __half2float(h[j]) * j;
  out[t] = sum;
}

__global__ void pairs(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  uint4 v = s[t * 2]; // expect: load 8/4 2-way
  const __half2 *h = (const __half2 *)&v;
  __half2 sum = h[0];
#pragma unroll
  for (int j = 1; j < 4; ++j)
    sum = sum + h[j];
  out[t] = __low2float(sum) + __high2float(sum);
}

__global__ void members(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 v = *(float4 *)&s[t * 2]; // expect: load 8/4 2-way
  float &x = v.x;
  x *= 2;
  float *p = &v.x;
  out[t] = p[0] + p[1] * p[2] + p[3];
}

__global__ void twoMembers(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 v = *(float4 *)&s[t * 2]; // expect: load 8/2 4-way
  const float *p = &v.x;
  out[t] = p[0] + p[1];
}

__global__ void byFunction(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 v = *(float4 *)&s[t * 2]; // expect: load 8/4 2-way
  out[t] = all(&v.x);
}

__global__ void twoByFunction(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 v = *(float4 *)&s[t * 2]; // expect: load 8/1 8-way
  out[t] = ends(&v.x);
}

__global__ void byArray(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  Pack8 v = reinterpret_cast<Pack8 *>(s)[t * 2]; // expect: load 8/4 2-way
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j)
    sum += __half2float(v.e[j]) * j;
  out[t] = sum;
}

__global__ void someOfArray(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  Pack8 v = reinterpret_cast<Pack8 *>(s)[t * 2]; // expect: upper-bound load 64/8 8-way
  out[t] = __half2float(v.e[0]) + __half2float(v.e[7]);
}

__global__ void byMethod(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  Vec<float, 4> v = reinterpret_cast<Vec<float, 4> *>(s)[t * 2]; // expect: load 8/4 2-way
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j)
    sum += v[j];
  out[t] = sum;
}

__global__ void someByMethod(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  Vec<float, 4> v = reinterpret_cast<Vec<float, 4> *>(s)[t * 2]; // expect: load 8/2 4-way
  out[t] = v[2] + v.at(3);
}

__global__ void changesAll(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  Vec<float, 4> v = reinterpret_cast<Vec<float, 4> *>(s)[t * 2]; // expect: load 8/4 2-way
#pragma unroll
  for (int j = 0; j < 4; ++j)
    v[j] *= 2;
  reinterpret_cast<Vec<float, 4> *>(s)[t * 2] = v; // expect: store 8/4 2-way
  __syncthreads();
  out[t] = ((float *)s)[t]; // expect: load 1/1
}

__global__ void changesOne(float *out, const uint4 *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  // Only the member that changes is loaded and stored.
  uint4 v = s[t * 2]; // expect: upper-bound load 8/4 2-way
  unsigned *w = reinterpret_cast<unsigned *>(&v);
  w[0] += 1;
  s[t * 2] = v; // expect: upper-bound store 8/4 2-way
  __syncthreads();
  out[t] = ((float *)s)[t]; // expect: load 1/1
}

__global__ void anyElement(float *out, const uint4 *in, int n) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  uint4 v = s[t * 2]; // expect: upper-bound load 32/4 8-way
  const float *p = (const float *)&v;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += p[j & 3];
  out[t] = sum;
}

__global__ void stores(float *out, const float *in) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  uint4 v;
  float *f = reinterpret_cast<float *>(&v);
#pragma unroll
  for (int j = 0; j < 4; ++j)
    f[j] = in[t + 256 * j];
  s[t * 2] = v; // expect: store 8/4 2-way
  __syncthreads();
  out[t] = ((float *)s)[t]; // expect: load 1/1
}

void run(float *out, const uint4 *in) {
  allByPointer<<<1, 128>>>(out, in);
  halfOfItByPointer<<<1, 128>>>(out, in);
  everyOtherByPointer<<<1, 128>>>(out, in);
  pairs<<<1, 128>>>(out, in);
  members<<<1, 128>>>(out, in);
  twoMembers<<<1, 128>>>(out, in);
  byFunction<<<1, 128>>>(out, in);
  twoByFunction<<<1, 128>>>(out, in);
  byArray<<<1, 128>>>(out, in);
  someOfArray<<<1, 128>>>(out, in);
  byMethod<<<1, 128>>>(out, in);
  someByMethod<<<1, 128>>>(out, in);
  changesAll<<<1, 128>>>(out, in);
  changesOne<<<1, 128>>>(out, in);
  anyElement<<<1, 128>>>(out, in, 5);
  stores<<<1, 128>>>(out, (const float *)in);
}
