// Where code of the source runs before main, globals may have other values than
// their initializers say.
// RUN: %banklint --format=json %s | %python %verdict %s
#include <cstdlib>

int blockSize = 64;

struct Detection {
  Detection() { blockSize = 128; }
} detection;

__global__ void strided(float *out) {
  __shared__ float s[4096];
  // expect[strided @ 256x1x1]: store 16/1 16-way
  s[threadIdx.x * 16] = out[0];
}

int main(int argc, char **argv) {
  float *out = nullptr;
  if (argc > 1)
    blockSize = atoi(argv[1]);
  strided<<<1, blockSize>>>(out);
}
