// A block that the command line decides is taken from a run of the program
// without arguments, and findings say so.
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s
#include <cstdlib>
#include <unistd.h>

int blockSize = 64;
static int stride = 4;

struct Params {
  int threads = 128;
  Params(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "t:h")) >= 0) {
      if (option == 't')
        threads = atoi(optarg);
      else
        exit(0);
    }
  }
};

// CHECK: [[@LINE+7]]:5: warning: store to 's[threadIdx.x * stride]' may take {{.*}} conflict if the program is run without arguments [shared-possible-bank-conflict]
// CHECK: note: for the launch here, assuming a block of 128x1x1 threads (as in a run of the program without arguments); --block-dim changes this
__global__ void strided(float *out, int stride) {
  extern __shared__ float s[];
  for (int i = 0; i != 100; ++i) {
    // expect[strided @ 64x1x1]: store 4/1 4-way
    // expect[strided @ 128x1x1]: store 8/1 8-way
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

int main(int argc, char **argv) {
  float *out = nullptr;
  for (int i = 1; i < argc; ++i)
    blockSize = atoi(argv[i]);
  strided<<<1, blockSize, 16384>>>(out, stride);
  Params p(argc, argv);
  strided<<<1, p.threads, 16384>>>(out, 8);
  if (argc != 2)
    return 1;
  required<<<1, atoi(argv[1])>>>(out);
}
