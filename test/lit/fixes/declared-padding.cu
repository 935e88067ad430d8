// An extent that states a padding which the subscripts do not use: these are
// edited, and the array stays as it is.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cd %t
// RUN: %exits-with 0 %banklint --fix a.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED < a.cu

// CHECK: note: the extent has 33 elements a row, but 2 subscripts use 32; make the row pitch 33 instead of 32 in 2 subscripts: 1 wavefront instead of 32; no extra memory
__global__ void product(const float *in, float *out) {
  __shared__ float s[32 * (32 + 1)];
  s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}
// FIXED: float s[32 * (32 + 1)];
// FIXED-NEXT: s[threadIdx.y * (32 + 1) + threadIdx.x] = in[threadIdx.y * 32
// FIXED: = s[threadIdx.x * (32 + 1) + threadIdx.y];

// Here the extent is one number.
// CHECK: note: the array has room for a row pitch of 33; make the row pitch 33 instead of 32 in 2 subscripts: 1 wavefront instead of 32; no extra memory
__global__ void number(const float *in, float *out) {
  __shared__ float s[1056];
  s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}
// FIXED: float s[1056];
// FIXED-NEXT: s[threadIdx.y * 33 + threadIdx.x]

// No room for another row of 33.
// CHECK: note: make the row pitch 33 instead of 32 in 2 subscripts and in the extent: 1 wavefront instead of 32; 128 more bytes
__global__ void full(const float *in, float *out) {
  __shared__ float s[32 * 32];
  s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
}
// FIXED: float s[32 * 33];

void run(const float *i, float *o) {
  product<<<1, dim3(32, 32)>>>(i, o);
  number<<<1, dim3(32, 32)>>>(i, o);
  full<<<1, dim3(32, 32)>>>(i, o);
}
