// What helps one instantiation and not the other is said; a padding that saves
// a small part of what there is to be saved is none.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s

// CHECK: note: 's' is declared here{{.*}}; no padding is offered: one of 16 elements takes 56 wavefronts in sum of 2 possible launches instead of 72, but more in some launch
template <typename T> __global__ void move(T *out, const T *in) {
  __shared__ T s[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[y][x + 1];
  __syncthreads();
  s[y][x] = out[y * 16 + x];
}

void launch(float *out, short *shorts) {
  move<<<1, dim3(16, 16)>>>(out, out);
  move<<<1, dim3(16, 16)>>>(shorts, shorts);
}
