// Names that CUDA's headers make visible, or that cuda.h declares.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

#include <cuda.h>
#include <curand.h>

// They come without <string.h>, and with both types.
static const char *behind(const char *text) { return strstr(text, "x"); }
static char *last(char *text) { return strrchr(strchr(text, '/'), '/'); }
static bool isSame(const char *a, const char *b) { return !strcasecmp(a, b); }
static unsigned long long number(const char *a) { return strtoull(a, 0, 10); }

const char *nameOf(CUresult result) {
  switch (result) {
  case CUDA_ERROR_PROFILER_DISABLED:
    return "profiler";
  case CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED:
    return "peer";
  case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
    return "capture";
  default:
    return "?";
  }
}

CUresult oldLaunch(CUfunction f, CUcontext c, CUmodule *m, const char *ptx) {
  CUjit_option option = CU_JIT_MAX_REGISTERS;
  void *value = nullptr;
  cuModuleLoadDataEx(m, ptx, 1, &option, &value);
  cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_SHARED);
  cuFuncSetBlockShape(f, 32, 1, 1);
  cuLaunchGrid(f, 1, 1);
  return cuCtxDetach(c);
}

unsigned scramble() {
  curandDirectionVectorSet_t set = CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  unsigned *constants = nullptr;
  curandGetScrambleConstants32(&constants);
  return *constants + set;
}

__global__ void k(float *o) {
  __shared__ float s[32];
  s[threadIdx.x] = o[0];      // expect: store 1/1 total 1/1
  __syncthreads();
  o[0] = s[31 - threadIdx.x]; // expect: load 1/1 total 1/1
}

int main(int count, char **arguments) {
  int extent = 0;
  cudaDeviceGetAttribute(&extent, cudaDevAttrMaxTexture2DLinearWidth, 0);
  if (behind(last(arguments[0])) && isSame(arguments[0], "b") &&
      number(arguments[1]) == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)
    k<<<1, 32>>>(nullptr);
}

#include <string.h>
#include <strings.h>
#include <stdlib.h>
#include <time.h>
