// What assembly accesses has the name of the array, not of a variable that
// holds its address, and is spelled as where the address is taken.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not=warning

#include <cstdint>

__global__ void sameBanks(float4 *out) {
  __shared__ alignas(16) float s[32 * 32];
  float4 v;
  unsigned p = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x * 32]);
  // CHECK: [[#@LINE+1]]:3: warning: load of 's[threadIdx.x * 32]' takes 32 wavefronts per block instead of 4
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(p));
  out[threadIdx.x] = v;
}
void run(float4 *o) { sameBanks<<<1, 32>>>(o); }

__device__ __forceinline__ void put64(void *p, uint64_t v) {
  uint32_t s = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  // CHECK: [[#@LINE+1]]:3: warning: store to 'tr' takes 8 wavefronts per block instead of 2
  asm volatile("st.shared.b64 [%0], %1;" ::"r"(s), "l"(v) : "memory");
}
__global__ void columns(const uint64_t *in, uint64_t *out) {
  __shared__ alignas(128) uint8_t tr[64][32];
  const int lane = threadIdx.x;
  // CHECK: [[#@LINE+1]]:3: note: in the call here{{$}}
  put64(&tr[2 * lane][lane % 4 * 8], in[lane]);
  __syncthreads();
  out[lane] = reinterpret_cast<const uint64_t *>(tr)[lane];
}
void run(const uint64_t *i, uint64_t *o) { columns<<<1, 32>>>(i, o); }

// A variable that changes is no other name of its first value.
__global__ void moved(float *out) {
  __shared__ float s[32 * 33];
  unsigned p = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  p += threadIdx.x * 124;
  float v;
  // CHECK: [[#@LINE+1]]:3: warning: load of 's' takes 32 wavefronts per block instead of 1
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(p));
  out[threadIdx.x] = v;
}
void run(float *o) { moved<<<1, 32>>>(o); }
