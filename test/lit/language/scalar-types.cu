// Every scalar type, one request each: 32 elements side by side, and far apart.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stddef.h>
#include <stdint.h>

enum Plain { First, Second };
enum class Small : unsigned char { First };
enum Large : long long { Third };
using Alias = unsigned short;
typedef Alias OtherAlias;

template <typename T> __global__ void bytes1(T *out) {
  __shared__ T s[4096];
  int t = threadIdx.x;
  out[t] = s[t];       // expect: load 1/1
  out[t] = s[t * 4];   // expect: load 1/1
  out[t] = s[t * 8];   // expect: load 2/1 2-way
  out[t] = s[t * 128]; // expect: load 32/1 32-way
}
template <typename T> __global__ void bytes2(T *out) {
  __shared__ T s[4096];
  int t = threadIdx.x;
  out[t] = s[t];      // expect: load 1/1
  out[t] = s[t * 4];  // expect: load 2/1 2-way
  out[t] = s[t * 64]; // expect: load 32/1 32-way
}
template <typename T> __global__ void bytes4(T *out) {
  __shared__ T s[4096];
  int t = threadIdx.x;
  out[t] = s[t];      // expect: load 1/1
  out[t] = s[t * 2];  // expect: load 2/1 2-way
  out[t] = s[t * 33]; // expect: load 1/1
}
template <typename T> __global__ void bytes8(T *out) {
  __shared__ T s[4096];
  int t = threadIdx.x;
  out[t] = s[t];      // expect: load 2/2
  out[t] = s[t * 2];  // expect: load 4/2 2-way
  out[t] = s[t * 17]; // expect: load 2/2
  out[t] = s[t / 2];  // expect: load 1/1
}
__global__ void bytes16(__int128 *out) {
  __shared__ __int128 s[256];
  int t = threadIdx.x;
  out[t] = s[t];     // expect: load 4/4
  out[t] = s[t * 8]; // expect: load 32/4 8-way
}

void launch(void *out) {
  bytes1<<<1, 32>>>((bool *)out);
  bytes1<<<1, 32>>>((char *)out);
  bytes1<<<1, 32>>>((signed char *)out);
  bytes1<<<1, 32>>>((unsigned char *)out);
  bytes1<<<1, 32>>>((uint8_t *)out);
  bytes1<<<1, 32>>>((Small *)out);
  bytes2<<<1, 32>>>((short *)out);
  bytes2<<<1, 32>>>((OtherAlias *)out);
  bytes2<<<1, 32>>>((__half *)out);
  bytes2<<<1, 32>>>((__nv_bfloat16 *)out);
  bytes2<<<1, 32>>>((_Float16 *)out);
  bytes2<<<1, 32>>>((char16_t *)out);
  bytes4<<<1, 32>>>((int *)out);
  bytes4<<<1, 32>>>((unsigned *)out);
  bytes4<<<1, 32>>>((float *)out);
  bytes4<<<1, 32>>>((Plain *)out);
  bytes4<<<1, 32>>>((__half2 *)out);
  bytes4<<<1, 32>>>((__nv_bfloat162 *)out);
  bytes4<<<1, 32>>>((wchar_t *)out);
  bytes8<<<1, 32>>>((long *)out);
  bytes8<<<1, 32>>>((long long *)out);
  bytes8<<<1, 32>>>((unsigned long long *)out);
  bytes8<<<1, 32>>>((double *)out);
  bytes8<<<1, 32>>>((size_t *)out);
  bytes8<<<1, 32>>>((ptrdiff_t *)out);
  bytes8<<<1, 32>>>((Large *)out);
  bytes8<<<1, 32>>>((float **)out);
  bytes16<<<1, 32>>>((__int128 *)out);
}
