// A function that launches and calls itself launches more than its first call
// does: with blocks that are not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void k() {
  __shared__ float s[128];
  // expect[16x2x1]: store 2/1 2-way total 2/1
  // expect[32x2x1]: store 2/1 2-way total 4/2
  s[(threadIdx.x + 32 * threadIdx.y) * 2] = 1; // expect: none
}
void depth(int n) {
  if (n < 2)
    return;
  k<<<1, dim3(n, 2)>>>();
  depth(n - 2);
}
int main() { depth(16); }
