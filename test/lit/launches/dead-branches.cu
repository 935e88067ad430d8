// A launch in a branch that no instantiation of its template takes is none. Of
// several instantiations, the one that loses most is named.
//
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s

template <int n> __global__ void column(float *out) {
  __shared__ float t[32][32];
  // CHECK-NOT: 'column<1>'
  // CHECK: [[#@LINE+2]]:12: warning: load of {{.*}} takes 256 wavefronts
  // CHECK: in 'column<2>' for the launch with a block of 32x8x1 threads
  out[n] = t[threadIdx.x][threadIdx.y];
}
template <int n> void launch(float *out) {
  if (n == 2 || n == 3) {
    column<n><<<1, dim3(32, 8)>>>(out);
  }
}
void columns(float *out) {
  launch<1>(out);
  launch<2>(out);
}

template <int size> __global__ void chosen(float *out) {
  __shared__ float t[32 * size];
  // Nobody launches chosen<32>.
  // CHECK: in 'chosen<32>', assuming a block of 32x1x1 threads (no launch was
  out[0] = t[threadIdx.x * size];
}
template <int size> void choose(float *out) {
  if (size == 64)
    out[0] = 0;
  else if (size != 32)
    chosen<size><<<1, 64>>>(out);
}
void call(float *out) { choose<32>(out); }

// CHECK: [[#@LINE+5]]:5: warning: store to {{.*}} takes 64 wavefronts per block
// CHECK: in 'rows<4>' for the launch
template <int n> __global__ void rows(float *out) {
  __shared__ float t[n * 8][64];
  for (int i = threadIdx.y; i < n * 8; i += 8)
    t[i][threadIdx.x * 2] = out[threadIdx.x * i + n];
  __syncthreads();
  out[threadIdx.x] = t[0][threadIdx.x];
}
void launchRows(float *out) {
  rows<1><<<128, dim3(32, 8)>>>(out);
  rows<4><<<128, dim3(32, 8)>>>(out);
}

// Control comes in to a label all the same.
// CHECK: [[#@LINE+4]]:3: warning: store to
// CHECK: for the launch with a block of 16x1x1 threads
template <int n> __global__ void labelled(float *out) {
  __shared__ float t[32 * n];
  t[threadIdx.x * n] = out[0];
}
template <bool b> void jump(float *out, int x) {
  switch (x) {
  case 0:
    if (!b) {
    case 1:
      labelled<8><<<1, 16>>>(out);
    }
  }
}
void jumps(float *out, int x) { jump<true>(out, x); }
