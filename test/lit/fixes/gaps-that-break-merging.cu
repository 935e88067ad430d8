// The compiler may read 16 bytes of rows at a time: gaps leave rows aligned to these,
// though smaller ones clear the single loads of 4 bytes. Loads of 'As' do not conflict
// when they are merged.
//
// RUN: %banklint --explain %s | FileCheck %s
// CHECK-NOT: 'As' is declared here
// CHECK: note: 'Bs' is declared here {{.*}}; store element 'i' at 'i + i / 32 * 4', a row pitch of 36 instead of 32: this load takes up to 2 wavefronts, 4 before

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
