// The fix of an array whose elements have other sizes in another instantiation
// is for one of them.
//
// RUN: %banklint %s 2>&1 | FileCheck %s

template <class T> __global__ void halfway(T *work) {
  const int high = threadIdx.x >> 3, low = threadIdx.x & 7;
  // CHECK: [[#@LINE+1]]:16: note: 's' is declared here with elements of 4 bytes; each instantiation needs its own layout; in 'halfway<float>', store element 'i' at 'i + i / 66 * 2', a row pitch of 68 instead of 66: 1 wavefront instead of 2; 72 more bytes; 'halfway<double>' on line 18 is conflict-free
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
