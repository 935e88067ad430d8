// Instantiations of different sizes: what is said of the largest says which one it is of.
//
// RUN: %banklint --arch=sm_90 %s | FileCheck %s

template <typename T, int D>
__global__ void k(T *o, const T *q, int n) {
  // CHECK: pad the last extent to D + 4: 1 wavefront instead of 4; up to 128 more bytes, with which a multiprocessor has shared memory for 16 blocks of 'k<double, 96>' instead of 17
  __shared__ T sQ[4][D], sK[4][D], sV[4][D], sO[4][D];
  __shared__ T e[40];
  int tx = threadIdx.x, ty = threadIdx.y;
  e[tx + 4 * ty] = q[tx];
  for (int i = 0; i < D / 4; i++) {
    sQ[ty][i * 4 + tx] = q[i * 4 + tx]; sK[ty][i * 4 + tx] = q[D + i * 4 + tx];
    sV[ty][i * 4 + tx] = q[2 * D + i * 4 + tx]; sO[ty][i * 4 + tx] = q[3 * D + i * 4 + tx];
  }
  __syncthreads();
  T s = 0;
  for (int i = 0; i < D / 4; i++) s += sQ[3 - ty][i * 4 + tx] + sK[3 - ty][i * 4 + tx] + sV[3 - ty][i * 4 + tx] + sO[3 - ty][i * 4 + tx];
  o[ty * 4 + tx] = s + e[15 - tx - 4 * ty];
}
void run(float *f, double *d) {
  k<float, 256><<<1, dim3(4, 4)>>>(f, f, 1);
  k<double, 96><<<1, dim3(4, 4)>>>(d, d, 1);
}
