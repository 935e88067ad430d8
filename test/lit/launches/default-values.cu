// A block that the command line decides is assumed to be that of a run without
// arguments. What is known of the launch besides stays.
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s
#include <cstdlib>
#include <unistd.h>

int blockSize = 64;

struct Params {
  int threads = 128;
  int stride = 8;
  Params(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "t:s:")) >= 0) {
      if (option == 't')
        threads = atoi(optarg);
      else
        stride = atoi(optarg);
    }
  }
};

// CHECK: [[@LINE+7]]:5: warning: store to 's[threadIdx.x * stride]' takes 2 wavefronts per request instead of 1: 2-way shared-memory bank conflict [shared-bank-conflict]
// CHECK: note: for the launch here, assuming a block of 64x1x1 threads (from default values); warp 0 is the same in every block of 32 or more threads in x
__global__ void strided(float *out, int stride) {
  extern __shared__ float s[];
  for (int i = 0; i != 100; ++i) {
    // expect[strided @ 64x1x1]: store 2/1 2-way
    // expect[strided @ 128x1x1]: depends store 32/1 32-way
    s[threadIdx.x * stride] = out[i];
    __syncthreads();
  }
}

// Without arguments, it is not launched.
__global__ void required(float *out) {
  __shared__ float s[4096];
  // expect[required @ 256x1x1]: store 16/1 16-way
  s[threadIdx.x * 16] = out[0];
}

// Where all is known, nothing is assumed.
__global__ void known(float *out) {
  __shared__ float s[4096];
  // expect[known @ 32x1x1]: store 4/1 4-way
  s[threadIdx.x * 4] = out[0];
}

int main(int argc, char **argv) {
  float *out = nullptr;
  for (int i = 1; i < argc; ++i)
    blockSize = atoi(argv[i]);
  strided<<<1, blockSize, 16384>>>(out, 2);
  Params p(argc, argv);
  strided<<<1, p.threads, 16384>>>(out, p.stride);
  known<<<1, 32>>>(out);
  if (argc != 2)
    return 1;
  required<<<1, atoi(argv[1])>>>(out);
}
