// All device code is in a branch that the preprocessor leaves out: a run that
// reads nothing of it must not look clean.
//
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
// RUN: not %banklint --cuda-headers=builtin --fail-on=lost-shared %s
// RUN: %banklint --cuda-headers=builtin --fail-on=lost-shared %s -- -DUSE_CUDA
// RUN: %banklint --cuda-headers=builtin --fail-on=lost-shared %s -- -DHAS_OTHER

// CHECK: not analyzed: 1 shared variable in code that does not parse or is not compiled, at {{.*}}left-out.cu:[[#@LINE+3]]
#ifdef USE_CUDA
__global__ void kernel(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  out[0] = s[0];
}
#endif

#ifdef HAS_OTHER
__global__ void other(float *out) { out[0] = 1; }
#endif

// Neither declares a variable.
#define SHARED __shared__ \
  __attribute__((aligned(16)))
#if 0
#if USE_CUDA
__shared__ float old[64];
#endif
#else
// __shared__
#endif

// Text is no code, and the other side of a choice is not wanted.
#define TEXT(...) #__VA_ARGS__
const char *Source = TEXT(__global__ void k() { __shared__ float s[32]; });
#if 1
#else
__shared__ float unwanted[64];
#endif
#if false
__shared__ float never[64];
#endif
