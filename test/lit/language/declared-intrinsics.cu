// Functions of the compiler that the source declares itself, and those of
// libcu++ that only pass on a reference.
//
// RUN: %banklint --format=json %s | %python %verdict %s

extern "C" __device__ unsigned __nvvm_get_smem_pointer(void *pointer);

namespace cuda::std {
inline namespace __4 {
template <class T> constexpr T &&forward(T &value) {
  return static_cast<T &&>(value);
}
} // namespace __4
} // namespace cuda::std

template <class T, class U> __device__ void assign(T *to, U &&from) {
  // expect: store 2/2, load 2/2
  *to = ::cuda::std::forward<U>(from);
}

__global__ void pointers(int *out, float2 *vectors) {
  __shared__ __align__(16) int s[1024];
  const unsigned address = __nvvm_get_smem_pointer(s) + threadIdx.x * 128;
  // expect: store 32/1 32-way
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(address), "r"(out[threadIdx.x]));
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
  __shared__ float2 v[32];
  assign(v + threadIdx.x, vectors[threadIdx.x]);
  __syncthreads();
  float2 mine;
  assign(&mine, v[threadIdx.x]);
  vectors[threadIdx.x] = mine;
}

void run(int *out, float2 *vectors) { pointers<<<1, 32>>>(out, vectors); }
