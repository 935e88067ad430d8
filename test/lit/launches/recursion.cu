// A function that launches and calls itself launches more than its first call
// does: with blocks that are not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --explain %s | FileCheck %s

__global__ void k() {
  __shared__ float s[1024];
  // expect[16x2x1]: store 2/1 2-way
  // expect: store 32/1 32-way
  s[(threadIdx.x + 16 * threadIdx.y) * (blockDim.x == 16 ? 2 : 32) % 1024] = 1;
}
void depth(int n) {
  if (n < 2)
    return;
  k<<<1, dim3(n, 2)>>>();
  depth(n - 2);
}
int main() { depth(16); }
// CHECK: assuming a block
