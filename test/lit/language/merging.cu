// Neighbours that the compiler may merge: an upper bound, and no warning where
// the merged access has no conflict.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --quiet --config='{CheckOptions: {shared-bank-conflict.MinExcessWavefrontsTwoWay: 1}}' %s 2>&1 | FileCheck %s --implicit-check-not=warning:

__global__ void pairs(float *out, const float *in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];           // expect: store 1/1
  s[threadIdx.x + 64] = in[threadIdx.x + 64]; // expect: store 1/1
  __syncthreads();
  float even = s[2 * threadIdx.x];    // expect: load 2/2
  float odd = s[2 * threadIdx.x + 1]; // expect: load 2/2
  out[threadIdx.x] = even + odd;
}

__global__ void apart(float *out, const volatile float *in) {
  __shared__ volatile float s[128];
  s[threadIdx.x] = in[threadIdx.x];           // expect: store 1/1
  s[threadIdx.x + 64] = in[threadIdx.x + 64]; // expect: store 1/1
  __syncthreads();
  // CHECK: [[@LINE+2]]:16: warning: 2 loads of 's' take 8 wavefronts per block instead of 4
  // CHECK: likewise at [[@LINE+2]]:15
  float even = s[2 * threadIdx.x]; // expect: load 2/1 2-way
  float odd = s[2 * threadIdx.x + 1]; // expect: load 2/1 2-way
  out[threadIdx.x] = even + odd;
}

int main() {
  pairs<<<1, 64>>>(nullptr, nullptr);
  apart<<<1, 64>>>(nullptr, nullptr);
}
