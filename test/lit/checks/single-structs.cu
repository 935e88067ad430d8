// A struct that is no array has no rows, and its loads may be merged.
//
// RUN: %banklint --arch=sm_90 %s | FileCheck %s

template <int Threads> __global__ void sums(float *Out) {
  __shared__ struct {
    float Cells[8 * Threads];
    float Warps[Threads / 32];
  } Own;
  const int T = threadIdx.x;
  float Base = 0;
  for (int W = 0; W < T / 32; ++W)
    Base += Own.Warps[W];
  // CHECK: [[#@LINE+1]]:3: warning: store to 'Own.Cells[T * 8]' takes 32 wavefronts per block instead of 4: 8-way shared-memory bank conflict [shared-bank-conflict]
  Own.Cells[T * 8] = Base;
}

void launch(float *Out) {
  sums<64><<<2, 64>>>(Out);
  sums<128><<<2, 128>>>(Out);
}
