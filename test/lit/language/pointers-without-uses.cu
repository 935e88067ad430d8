// A pointer that an instantiation has no use of is not one of which the accesses are
// lost: `if constexpr` has discarded them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Width> __global__ void kernel(float *out) {
  extern __shared__ char bytes[];
  float2 *pairs = reinterpret_cast<float2 *>(bytes);
  const int t = threadIdx.x;
  if constexpr (Width > 1) {
    pairs[t] = make_float2(out[t], 1); // expect[kernel<4>]: store 2/2
    __syncthreads();
    out[t] = pairs[t].x; // expect[kernel<4>]: load 2/1 2-way
  } else {
    out[0] = 1;
  }
}
void launch(float *out) {
  kernel<4><<<1, 128, 1024>>>(out);
  kernel<1><<<1, 1, 1024>>>(out);
}
