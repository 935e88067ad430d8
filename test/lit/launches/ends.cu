// Functions that end the program end the path that calls them.
// RUN: %banklint --format=json %s | %python %verdict %s
#include <cstdio>
#include <cstdlib>

__global__ void kernel(float *out) {
  __shared__ float s[4096];
  // expect[kernel @ 64x1x1]: store 16/1 16-way
  // expect[kernel @ 512x1x1]: store 16/1 16-way
  s[threadIdx.x * 16] = out[0];
}

void usage(const char *name) {
  printf("usage: %s n\n", name);
  exit(1);
}

void fail(const char *name) { usage(name); }

void mayEnd(bool isWrong) {
  if (!isWrong)
    return;
  exit(1);
}

void choose(float *out, int n) {
  int threads = 128;
  if (n == 1)
    threads = 64;
  else
    fail("choose");
  kernel<<<1, threads>>>(out);
}

void check(float *out, bool isWrong) {
  int threads = 256;
  if (isWrong)
    threads = 512;
  else
    exit(1);
  mayEnd(!isWrong);
  kernel<<<1, threads>>>(out);
}
