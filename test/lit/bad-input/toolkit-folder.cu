// A build names the toolkit's include folder. The embedded headers win for the
// names that they have, also where a header from there includes them from beside
// itself; all others are found there.
//
// RUN: %banklint --format=json --cuda-headers=builtin %s -- -I%S/Inputs/fake-toolkit | %python %verdict %s
// RUN: %banklint --format=json --cuda-headers=builtin %s -- -I %S/Inputs/fake-toolkit | %python %verdict %s
// RUN: %banklint --format=json --cuda-headers=builtin %s -- -isystem %S/Inputs/fake-toolkit | %python %verdict %s

#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <only_in_toolkit.h>

__global__ void k(float *out) {
  __shared__ float s[OnlyInToolkit][OnlyInToolkit];
  s[threadIdx.x][0] = 1; // expect: store 32/1 32-way
  s[0][threadIdx.x] = 1; // expect: silent
}
void launch(float *out) { k<<<1, 32>>>(out); }
