// Namespaces, classes and shared variables of device functions.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

namespace outer {
namespace {
constexpr int Stride = 4;
__device__ int stride(int i) { return i * Stride; }
} // namespace
inline namespace v1 {
__global__ void kernel(float *out) {
  __shared__ float s[4096];
  s[stride(threadIdx.x)] = 1; // expect: store 4/1 4-way
  s[threadIdx.x] = 1;         // expect: store 1/1
}
} // namespace v1
} // namespace outer

// Each call of the function uses the same array.
__device__ float *scratch() {
  __shared__ float buffer[1024];
  return buffer;
}
__device__ float exchange(float value) {
  __shared__ float buffer[2][64];
  buffer[0][threadIdx.x] = value;          // expect: store 1/1
  __syncthreads();
  return buffer[1][threadIdx.x * 2 % 64];  // expect: load 2/1 2-way
}

struct Kernels {
  static __global__ void member(float *out) {
    __shared__ float s[32][32];
    s[threadIdx.x][0] = 1; // expect: store 32/1 32-way
    s[0][threadIdx.x] = 1; // expect: store 1/1
  }
};

// Declared in the file, used by several kernels.
__shared__ float common[1024];

__global__ void first(float *out) {
  scratch()[threadIdx.x] = 1;      // expect: store 1/1
  scratch()[threadIdx.x * 32] = 1; // expect: upper-bound store 32/1 32-way
  out[0] = exchange(out[threadIdx.x]);
  common[threadIdx.x] = 1; // expect: store 1/1
}
__global__ void second(float *out) {
  common[threadIdx.x * 2] = 1; // expect: store 2/1 2-way
  {
    __shared__ float common[32][33];
    common[threadIdx.x][0] = 1; // expect: store 1/1
  }
}

void launch(float *out) {
  outer::kernel<<<1, 32>>>(out);
  Kernels::member<<<1, 32>>>(out);
  first<<<1, 32>>>(out);
  second<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "outer::kernel"
// PROGRAM: body {
// PROGRAM-NEXT: i = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &s[i64(i * 4)] array s
// PROGRAM-NEXT: store 4 &s[i64(threadIdx.x)] array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "first"
// PROGRAM: shared [[BUFFER:buffer#[0-9]+]] : float 4 [1024] align 4
// PROGRAM-NEXT: shared [[BUFFER2:buffer#[0-9]+]] : float 4 [2][64] align 4
// PROGRAM-NEXT: shared common : float 4 [1024] align 4
// PROGRAM: body {
// PROGRAM-NEXT: store 4 (&[[BUFFER]] + u64(i64(threadIdx.x) * 4:i64)) unused by U2
// PROGRAM-NEXT: store 4 (&[[BUFFER]] + u64(i64(threadIdx.x * 32:u32) * 4:i64)) unused by U2
// PROGRAM-NEXT: region "exchange" {
// PROGRAM-NEXT: store 4 &[[BUFFER2]][0:i64][i64(threadIdx.x)] array [[BUFFER2]]
// PROGRAM-NEXT: barrier
// PROGRAM-NEXT: load 4 &[[BUFFER2]][1:i64][i64((threadIdx.x * 2:u32) % 64:u32)] array [[BUFFER2]]
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &common[i64(threadIdx.x)] unused by U2 array common
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "second"
// PROGRAM: store 4 &[[COMMON:common#[0-9]+]][i64(threadIdx.x * 2:u32)] array [[COMMON]]
// PROGRAM-NEXT: store 4 &[[COMMON2:common#[0-9]+]][i64(threadIdx.x)][0:i64] array [[COMMON2]]
