// Where one place launches with several arguments, messages name those of the launch that
// they are about.
//
// RUN: %banklint %s | FileCheck %s

#include <cstdlib>
#include <cstring>
inline int arg_int(int argc, char **argv, const char *name, int dflt) {
  for (int i = 1; i < argc; ++i) if (std::strncmp(argv[i], name, std::strlen(name)) == 0) return std::atoi(argv[i] + std::strlen(name));
  return dflt;
}

__global__ void steps(float *out, int rounds) {
  __shared__ float s[64][64];
  const int t = threadIdx.x;
  if (t < 64)
    for (int i = 0; i < rounds / 64; ++i) {
      // CHECK: warning: store to 's[t][i & 63]' takes 256 wavefronts per block instead of 8
      s[t][i & 63] = out[i];
      __syncwarp();
    }
  __syncthreads();
  out[t] = s[0][t % 64];
}
int main(int argc, char **argv) {
  int rounds = arg_int(argc, argv, "--rounds=", 256);
  float *out = nullptr;
  // CHECK: note: for the launch with a block of 256x1x1 threads and rounds = 256 here
  steps<<<1, 256>>>(out, rounds);
}
