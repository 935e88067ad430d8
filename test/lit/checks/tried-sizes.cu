// A conflict behind a condition on a size that is not known is sure if it is
// there with large sizes and with those that fill a block.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not=warning:

// No stage of this scan conflicts if it is of two elements for each thread, as
// it is meant to be.
__global__ void up(int *out, int n) {
  extern __shared__ int sums[];
  const int t = threadIdx.x;
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int i = offset * (2 * t + 1) - 1;
      i += i >> 5;
      // CHECK: [[@LINE+3]]:7: warning: load and store of 'sums[i]' may each take up to 32 wavefronts {{.*}} [shared-possible-bank-conflict]
      // CHECK: :3: note: for the launch with a block of 128x1x1 threads here; upper bound
      // CHECK-NOT: at least one request
      sums[i] += 1;
    }
    offset *= 2;
  }
  __syncthreads();
  out[t] = sums[t];
}

__global__ void rows(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[x];
  __syncthreads();
  float sum = 0;
  for (int i = y; i < n; i += 8) {
    if (x < n)
      // CHECK: [[@LINE+1]]:22: warning: load of 's[x][i % 32]' takes up to 32 wavefronts {{.*}} [shared-bank-conflict]
      sum += in[i] * s[x][i % 32];
  }
  if (x < n / 16)
    // CHECK: [[@LINE+1]]:12: warning: load of 's[x][y]' takes up to 32 wavefronts {{.*}} [shared-bank-conflict]
    sum += s[x][y];
  // CHECK: note: {{.*}}; in each run that was tried with numbers for what is not known, at least one request takes 16 wavefronts instead of 1
  out[x] = sum;
}

void launch(int *o, float *f, int n) {
  up<<<1, 128, n * 4>>>(o, n);
  rows<<<1, dim3(32, 8)>>>(f, f, n);
}
