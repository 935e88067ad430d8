// Why there is no fix for an array whose elements have other sizes in another
// instantiation: it has one dimension.
//
// RUN: %banklint %s 2>&1 | FileCheck %s

template <class T> __global__ void halfway(T *work) {
  const int high = threadIdx.x >> 3, low = threadIdx.x & 7;
  // CHECK: [[#@LINE+1]]:16: note: 's' is declared here with elements of 4 bytes; no padding was tried: its elements are not of the same size in all kernels
  __shared__ T s[8 * 8 * 9];
  for (int i = 0; i < 8; i++)
    s[high * 8 + low + 66 * i] = work[i];
  __syncthreads();
  for (int i = 0; i < 8; i++)
    work[threadIdx.x + i] = s[low * 66 + high + 8 * i];
}
void launch(float *f, double *d) {
  halfway<<<1, 64>>>(f);
  halfway<<<1, 64>>>(d);
}
