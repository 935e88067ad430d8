// Where an upper bound is all that is known, a layout may help although it does not
// lower that: here rows of 12 bytes, while the lanes are in the same iteration.
//
// RUN: %banklint %s | FileCheck %s

__global__ void rows(const char *in, const unsigned *counts, char *out) {
  // CHECK: :[[@LINE+1]]:19: note: 'piece' is declared here {{.*}}; no padding is offered: a gap of 2 elements behind each 10 takes 2 wavefronts in sum instead of 3, but the worst request may take up to 4 wavefronts instead of 3
  __shared__ char piece[32 * 10];
  const unsigned row = threadIdx.x * 10, count = counts[threadIdx.x];
  for (unsigned i = 0; i < count; i++)
    piece[row + i] = in[row + i];
  __syncthreads();
  out[threadIdx.x] = piece[threadIdx.x];
}
void launch(const char *in, const unsigned *counts, char *out) {
  rows<<<1, 32>>>(in, counts, out);
}
