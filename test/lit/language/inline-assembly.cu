// Accesses of asm statements whose address operands can be followed.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ unsigned window(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void loads(unsigned *out) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  unsigned at = window(s) + 4 * t;
  unsigned r[4];
  // expect: load 1/1
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r[0]) : "r"(at));
  // expect: load 32/1 32-way
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r[0]) : "r"(window(&s[32 * t])));
  // expect: load 4/4
  asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(window(s) + 16 * t));
  // expect: load 8/4 2-way
  asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4 + 1024];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(window(s) + 32 * t));
  // The size of the other address: 64 bits.
  // expect: store 2/1 2-way
  asm volatile("st.shared.f32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&s[2 * t])), "f"(1.0f));
  // Named operands, registers of the text's own.
  // expect: upper-bound store 2/1 2-way
  asm volatile("{ .reg .u32 a; add.u32 a, %[base], %[off]; // move\n"
               " st.shared.u8 [a], %[v]; }" ::[base] "r"(window(s)),
               [off] "r"(8 * t), [v] "r"(1));
  // expect: load 1/1
  asm volatile("{ .reg .u64 a; .reg .u32 b; cvta.to.shared.u64 a, %1;"
               " cvt.u32.u64 b, a; ld.shared.u32 %0, [b]; }"
               : "=r"(r[0]) : "l"(&s[t]));
  // A condition that is known, and one that is not.
  // expect: upper-bound load 2/1 2-way
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0;"
               " @p ld.shared.u32 %0, [%1]; }"
               : "=r"(r[0]) : "r"(window(&s[32 * t])), "r"(int(t < 2)));
  // expect: upper-bound load 32/1 32-way
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 7;"
               " @p ld.shared.u32 %0, [%1]; }"
               : "=r"(r[0]) : "r"(window(&s[32 * t])), "r"(t));
  // expect: none
  asm volatile("{ .reg .pred p; setp.eq.b32 p, %2, 0;"
               " @!p ld.shared.u32 %0, [%1]; }"
               : "=r"(r[0]) : "r"(window(&s[32 * t])), "r"(0));
  // expect: unknown load data-dependent-index
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r[0]) : "r"(window(&s[out[t]])));
  // expect: atomic 1/1
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(window(s)));
  // expect: upper-bound atomic 32/1 32-way
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(window(s)), "r"(t));
  // expect: atomic 4/2 2-way, load 2/2
  asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(window(&s[t / 2])), "f"(1.0f));
  // ptxas folds constants in addresses.
  // expect: store 1/1
  asm volatile("st.shared.u32 [%0 + 4*(128 + 16)*2], %1;" ::"r"(at), "r"(1));
  // expect: load 2/1 2-way
  asm volatile("ld.shared.u32 %0, [%1 - 2*2 + 8];" : "=r"(r[0]) : "r"(window(&s[2 * t])));
  // expect: unknown store inline-assembly
  asm volatile("st.shared.u32 [%0 + 4*a], %1;" ::"r"(at), "r"(1));
  // expect: unknown atomic inline-assembly
  asm volatile("red.shared.add.u32 [a], 1;");
  // Waiting and fences access nothing.
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::);
  asm volatile("fence.proxy.async.shared::cta;" ::);
  // Barriers in shared memory have no wavefronts of loads, stores or atomics.
  // expect: none
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(window(s)));
  // expect: unknown load inline-assembly
  asm volatile("L: ld.shared.u32 %0, [%1]; bra L;" : "=r"(r[0]) : "r"(at));
  out[t] = r[0] + r[1] + r[2] + r[3];
}

template <int Pitch> __global__ void matrices(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[32][Pitch];
  int t = threadIdx.x;
  unsigned r[4];
  // expect[matrices<64>]: matrix-load 32/4 8-way
  // expect[matrices<72>]: matrix-load 4/4
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(window(&tile[t][0])));
  // expect[matrices<64>]: matrix-load 8/1 8-way
  // expect[matrices<72>]: matrix-load 1/1
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared::cta.b16 {%0}, [%1];"
               : "=r"(r[0]) : "r"(window(&tile[t][0])));
  // expect[matrices<64>]: matrix-store 16/2 8-way
  // expect[matrices<72>]: matrix-store 2/2
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%2};" ::
               "r"(window(&tile[t][0])), "r"(r[0]), "r"(r[1]));
  out[t] = r[0] + r[1] + r[2] + r[3];
}

// Two arrays: addresses in the window do not mix them up.
__global__ void choice(unsigned *out) {
  __shared__ float a[64], b[64];
  int t = threadIdx.x;
  unsigned r;
  unsigned at = t < 16 ? window(&a[t]) : window(&b[t]);
  // expect: unknown load unknown-pointer
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(at));
  out[t] = r;
}

__global__ void copies(const float4 *in) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  // expect: upper-bound async-copy 16/7 4-way
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(window(&s[t])),
               "l"(in + t), "n"(16));
  // expect: unknown async-copy unknown-cost
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(window(&s[t])),
               "l"(in + t));
  // expect: unknown async-copy unknown-cost
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" ::"r"(
                   window(&s[t])),
               "l"(in + t), "r"(t < 7 ? 8 : 0));
}

void launch(unsigned *out, const float4 *in) {
  loads<<<1, 32>>>(out);
  matrices<64><<<1, 32>>>(out);
  matrices<72><<<1, 32>>>(out);
  choice<<<1, 32>>>(out);
  copies<<<1, 32>>>(in);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "loads"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:out#[0-9]+]] = opaque<unknown-pointer>("a kernel argument", name "out", elsewhere):u64
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V1:p#[0-9]+]] = &s
// PROGRAM-NEXT: at = u32([[V1]]) + u32(4 * t)
// PROGRAM-NEXT: load 4 u64(at) window apart
// PROGRAM-NEXT: [[V2:p#[0-9]+]] = &s[i64(32 * t)]
// PROGRAM-NEXT: load 4 u64(u32([[V2]])) window apart
// PROGRAM-NEXT: [[V3:p#[0-9]+]] = &s
// PROGRAM-NEXT: load 16 u64(u32([[V3]]) + u32(16 * t)) window apart
// PROGRAM-NEXT: [[V4:p#[0-9]+]] = &s
// PROGRAM-NEXT: load 16 (u64(u32([[V4]]) + u32(32 * t)) + 1024:u64) window volatile apart
// PROGRAM-NEXT: store 4 &s[i64(2 * t)] window
// PROGRAM-NEXT: [[V5:p#[0-9]+]] = &s
// PROGRAM-NEXT: store 1 u64(u32([[V5]]) + u32(8 * t)) window apart
// PROGRAM-NEXT: load 4 u64(u32(&s[i64(t)])) window apart
// PROGRAM-NEXT: [[V6:p#[0-9]+]] = &s[i64(32 * t)]
// PROGRAM-NEXT: if (u32(i32(t < 2)) != 0:u32) {
// PROGRAM-NEXT: load 4 u64(u32([[V6]])) window apart
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V7:p#[0-9]+]] = &s[i64(32 * t)]
// PROGRAM-NEXT: if (opaque<inline-assembly>("the predicate 'p' of an asm statement", divergent):bool) {
// PROGRAM-NEXT: load 4 u64(u32([[V7]])) window apart
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V8:p#[0-9]+]] = &s[i64(32 * t)]
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: load 4 u64(u32([[V8]])) window apart
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V9:p#[0-9]+]] = &s[i64(opaque<data-dependent-index>("read from memory through 'out'", name "out[t]", [[V0]], i64(t) * 4:i64):u32)]
// PROGRAM-NEXT: load 4 u64(u32([[V9]])) window apart
// PROGRAM-NEXT: [[V10:p#[0-9]+]] = &s
// PROGRAM-NEXT: atomic-count 4 u64(u32([[V10]])) window apart
// PROGRAM-NEXT: [[V11:p#[0-9]+]] = &s
// PROGRAM-NEXT: atomic 4 u64(u32([[V11]])) window apart
// PROGRAM-NEXT: [[V12:p#[0-9]+]] = &s[i64(t / 2)]
// PROGRAM-NEXT: atomic-loop-load 4 u64(u32([[V12]])) window volatile apart
// PROGRAM-NEXT: atomic-float-add 4 u64(u32([[V12]])) window apart
// PROGRAM-NEXT: store 4 (u64(at) + 1152:u64) window
// PROGRAM-NEXT: [[V13:p#[0-9]+]] = &s[i64(2 * t)]
// PROGRAM-NEXT: load 4 ((u64(u32([[V13]])) + 18446744073709551612:u64) + 8:u64) window apart
// PROGRAM-NEXT: store 4 opaque<inline-assembly>("the instruction 'st.shared.u32' is not followed", divergent):u64
// PROGRAM-NEXT: atomic 4 opaque<inline-assembly>("the instruction 'red.shared.add.u32' is not followed", divergent):u64
// PROGRAM-NEXT: load 4 opaque<inline-assembly>("the instruction 'ld.shared.u32' is not followed", divergent):u64
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "matrices<64>"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:p#[0-9]+]] = &tile[i64(t)][0:i64]
// PROGRAM-NEXT: matrix-load-x4 16 u64(u32([[V0]])) window apart
// PROGRAM-NEXT: [[V1:p#[0-9]+]] = &tile[i64(t)][0:i64]
// PROGRAM-NEXT: matrix-load-x1 16 u64(u32([[V1]])) window apart
// PROGRAM-NEXT: [[V2:p#[0-9]+]] = &tile[i64(t)][0:i64]
// PROGRAM-NEXT: matrix-store-x2 16 u64(u32([[V2]])) window apart
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "choice"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: [[V0:p#[0-9]+]] = &a[i64(t)]
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = u32([[V0]])
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[V2:p#[0-9]+]] = &b[i64(t)]
// PROGRAM-NEXT: [[V1]] = u32([[V2]])
// PROGRAM-NEXT: }
// PROGRAM-NEXT: at = [[V1]]
// PROGRAM-NEXT: load 4 u64(at) window apart
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "copies"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:in#[0-9]+]] = opaque<unknown-pointer>("a kernel argument", name "in", elsewhere):u64
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V1:p#[0-9]+]] = &s[i64(t)]
// PROGRAM-NEXT: async-copy-bypass 16 u64(u32([[V1]])) from ([[V0]] + u64(i64(t) * 16:i64)) window apart
// PROGRAM-NEXT: [[V2:p#[0-9]+]] = &s[i64(t)]
// PROGRAM-NEXT: async-copy 4 u64(u32([[V2]])) window apart
// PROGRAM-NEXT: [[V3:p#[0-9]+]] = &s[i64(t)]
// PROGRAM-NEXT: async-copy 8 u64(u32([[V3]])) window apart
// PROGRAM-NEXT: }

// Of the instructions on tensor memory and warpgroups, few touch shared memory.
__global__ void tensorMemory(uint32_t *out) {
  __shared__ uint32_t address;
  if (threadIdx.x == 0)
    address = out[0]; // expect: store 1/1
  __syncthreads();
  const uint32_t t = address; // expect: load 1/1
  // expect: none
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  // expect: none
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(t), "n"(64));
  // expect: none
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  // expect: none
  asm volatile("wgmma.fence.sync.aligned;");
  // expect: none
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%0];" ::"r"(t));
  out[threadIdx.x] = t;
}
