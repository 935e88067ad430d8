// Instructions of one asm statement share its location. Those that access
// memory through different operands are told apart.
//
// RUN: %banklint --format=json --block-dim=32 %s | %python %verdict %s
// RUN: %banklint --block-dim=32 %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json --block-dim=32 %s | FileCheck --check-prefix=JSON %s

__device__ unsigned at(const unsigned *place) {
  return (unsigned)__cvta_generic_to_shared(place);
}

__global__ void two(unsigned *out) {
  __shared__ unsigned s[2048];
  const unsigned narrow = at(&s[threadIdx.x]);
  const unsigned wide = at(&s[threadIdx.x * 8]);
  // CHECK: [[#@LINE+3]]:3: warning: store to 's[threadIdx.x * 8]' takes 8 wavefronts per block instead of 1: 8-way shared-memory bank conflict
  // CHECK-NOT: store to 's[threadIdx.x]'
  // expect: store 1/1 total 1/1, store 8/1 8-way total 8/1
  asm volatile("st.shared.u32 [%0], %2; st.shared.u32 [%1], %2;" ::"r"(narrow), "r"(wide), "r"(1) : "memory");
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

// Those of one operand are one entry, which says what both need.
__global__ void offsets(unsigned *out) {
  __shared__ unsigned s[2048];
  const unsigned base = at(&s[threadIdx.x * 4]);
  asm volatile("st.shared.u32 [%0], %1; st.shared.u32 [%0+8], %1;" ::"r"(base), "r"(1) : "memory"); // expect: store 4/1 4-way total 8/2
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

// Of the two, one may need another instruction.
// JSON: "reason": "unknown-condition: {{.*}} (in 1 of 2 such accesses)"
__global__ void guarded(unsigned *out) {
  __shared__ unsigned s[2048];
  const unsigned base = at(&s[threadIdx.x * 4]);
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 3; st.shared.u32 [%0], %1; @p st.shared.u32 [%0+8], %1; }" ::"r"(base), "r"(out[0]) : "memory"); // expect: upper-bound store 4/1 4-way
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}
