// `volatile` of an assembly statement keeps the compiler's front end from leaving
// it out. The instructions in it are plain loads and stores to ptxas, which
// merges them and takes values from registers. Measured.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ unsigned window(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__global__ void stored(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(window(s) + 8 * t), "f"(in[t])); // expect: store 2/1 2-way
  out[t] = s[2 * t]; // expect: upper-bound load 2/1 2-way
}
__global__ void twice(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float x;
  // expect: load 2/1 2-way total 8/4
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(window(s) + 8 * t));
  out[t] = x * s[2 * t]; // expect: upper-bound load 2/1 2-way
}
// What PTX itself calls volatile stays.
__global__ void kept(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float x;
  // expect: load 2/1 2-way total 8/4
  asm volatile("ld.volatile.shared.f32 %0, [%1];"
               : "=f"(x)
               : "r"(window(s) + 8 * t));
  out[t] = x * s[2 * t]; // expect: load 2/1 2-way total 8/4
}
void launch(float *in, float *out) {
  stored<<<2, 128>>>(in, out);
  twice<<<2, 128>>>(in, out);
  kept<<<2, 128>>>(in, out);
}
