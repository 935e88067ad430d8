// What helps one instantiation and not the other is described for the one that
// conflicts, and no padding for both is offered that saves a small part of what
// there is to be saved.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s

// CHECK: note: 's' is declared here{{.*}}; each instantiation needs its own layout; in 'move<float>', pad the last extent to 48: 1 wavefront instead of 2; 2048 more bytes; 'move<short>' on line 20 is conflict-free
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
