// Loads and stores of global memory with cache hints parse with the embedded
// headers, and with a toolkit's, whose declarations Clang's wrapper leaves out.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_fp16.h>

__global__ void hints(uint4 *out, const uint4 *in, float *f, half2 *h) {
  __shared__ uint4 s[64];
  const int t = threadIdx.x;
  s[t] = __ldcs(in + t);          // expect: store 4/4 total 4/4
  s[t + 32] = __ldcg(in + t);     // expect: store 4/4 total 4/4
  __syncthreads();
  __stcs(out + t, s[2 * t]);      // expect: load 8/4 2-way total 8/4
  __stwt(f, __ldca(f) + __ldlu(f + 1) + __ldcv(f + 2) + __ldg(f + 3));
  __stcg(h, __ldcs(h + 1));
  __stwb(h + 2, h[3]);
}

void launch(uint4 *out) {
  hints<<<1, 32>>>(out, out, nullptr, nullptr);
}
