// What a lambda that is an argument of the kernel has captured is not in shared
// memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <typename F> __global__ void forEach(unsigned n, F f) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    f(i);
}
template <typename F> void parallel(unsigned n, F f) {
  forEach<F><<<4, 128>>>(n, f);
}
struct Parameters {
  float *full;
  short *half;
  void convert(unsigned n) {
    parallel(n, [from = full, to = half] __device__(unsigned i) {
      to[i] = (short)from[i];
    });
  }
  void scale(unsigned n) {
    float *x = full;
    parallel(n, [x] __device__(unsigned i) {
      x[i] *= 2;
    });
  }
};
__global__ void other(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x]; // expect: load 1/1
}
void launch(Parameters &p, unsigned n) {
  p.convert(n);
  p.scale(n);
  other<<<1, 32>>>(p.full);
}
