// Padding that moves the array behind it is chosen so that loads of that one are
// still merged.
//
// RUN: %banklint %s | FileCheck %s

__global__ void neighbors(float *g, int p) {
  // CHECK: :[[@LINE+1]]:20: note: 'a' is declared here {{.*}}; pad the last extent to 36: 1 wavefront instead of 5; 80 more bytes
  __shared__ float a[5][32];
  __shared__ float b[4096];
  const int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < 5; r++)
    if (t < 32)
      a[r][t] = g[r * 32 + t + p];
  for (int i = t; i < 4096; i += 64)
    b[i] = g[i + p];
  __syncthreads();
  if (t < 5)
    for (int c = 0; c < 8; c++)
      sum = sum * 3 + a[t][c ^ p];
  for (int i = 0; i < 16; i++)
    sum += b[4 * t + 256 * i] + 3 * b[4 * t + 1 + 256 * i] +
           5 * b[4 * t + 2 + 256 * i] + 7 * b[4 * t + 3 + 256 * i];
  g[t] = sum;
}
void run(float *g, int p) { neighbors<<<1, 64>>>(g, p); }
