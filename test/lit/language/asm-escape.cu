// As nvcc, takes registers with one `%`, and operands that are not there where
// nothing instantiates the statement.
//
// RUN: %banklint --format=json --fail-on=parse-errors %s | %python %verdict %s

__device__ unsigned laneOf() {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}
template <bool IsWide> __device__ void put(const void *to) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  if constexpr (IsWide)
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(1));
  else
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(1)); // expect: store 1/1
}
__global__ void swap(int *out) {
  __shared__ int s[64];
  s[laneOf() * 2] = out[threadIdx.x]; // expect: store 2/1 2-way
  put<false>(s + threadIdx.x);
  __syncwarp();
  out[threadIdx.x] = s[laneOf() ^ 1]; // expect: load 1/1
}
void launch(int *out) { swap<<<1, 32>>>(out); }
