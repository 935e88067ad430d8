// Of paddings that cost the same, the one is taken that keeps the accesses aligned that
// the compiler merges, unless fewer blocks fit then.
//
// RUN: %banklint --explain %s | FileCheck %s

__global__ void pairs(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'a' is declared here {{.*}}; pad the last extent to 34: 2 wavefronts instead of 32; 256 more bytes
  __shared__ float a[32][32];
  const int t = threadIdx.x;
  out[t] = a[t][0] * a[t][1];
}

__global__ void fours(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'b' is declared here {{.*}}; pad the last extent to 36: 4 wavefronts instead of 32; 512 more bytes
  __shared__ float b[32][32];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    b[t][i] = out[i];
}

__global__ void large(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'c' is declared here {{.*}}; pad the last extent to 33: 4 wavefronts instead of 32; 1360 more bytes
  __shared__ float c[340][32];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    c[t][i] = out[i];
}

void launch(float *out) {
  pairs<<<1, 32>>>(out);
  fours<<<1, 32>>>(out);
  large<<<1, 32>>>(out);
}
