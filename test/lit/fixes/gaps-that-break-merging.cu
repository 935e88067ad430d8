// The compiler reads 16 bytes of rows of 8 at a time, which no gap may prevent:
// without them each load of 'As' takes one wavefront less, and there are four times
// as many.
//
// RUN: %banklint --explain %s | FileCheck %s
// CHECK: note: 'As' is declared here {{.*}}; no padding is offered: {{.*}} takes {{[0-9]+}} wavefronts in sum instead of {{[0-9]+}}, but {{more|no fewer}} if the compiler merges accesses

template <int BM, int BN, int BK, int TM, int TN>
__global__ void k(int K, const float *A, const float *B, float *C) {
  int tx = threadIdx.x % 16 * TN, ty = threadIdx.x / 16 * TM;
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  float tmp[TM][TN] = {0.};
#pragma unroll
  for (int k = 0; k < K; k += BK) {
    for (int i = 0; i < 1024; i += 256) As[threadIdx.x + i] = A[k * 1024 + threadIdx.x + i];
    for (int i = 0; i < 1024; i += 256) Bs[threadIdx.x + i] = B[k * 1024 + threadIdx.x + i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < BK; i++) {
#pragma unroll
      for (int j = 0; j < TM; j++)
        for (int l = 0; l < TN; l++)
          tmp[j][l] += As[(ty + j) * BK + i] * Bs[tx + l + i * BN];
    }
    __syncthreads();
  }
  for (int j = 0; j < TM; j++)
    for (int l = 0; l < TN; l++) C[(ty + j) * 128 + tx + l] = tmp[j][l];
}
void f(float *A, float *B, float *C, int n) { k<128, 128, 8, 8, 8><<<1, 256>>>(n, A, B, C); }
