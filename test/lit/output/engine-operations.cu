// What engines of the hardware do with shared memory is counted apart: no lane
// requests it. Barriers in shared memory are no accesses at all.
//
// RUN: %banklint %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s --check-prefix=JSON

// CHECK: 0 findings; 3 accesses in 2 kernels: 1 exact, 2 unknown (unknown-cost 2)
// CHECK-NEXT: Left out 4 operations of the hardware's engines (cp.async.bulk 1, cp.async.bulk.tensor.2d 1, st.async 1, wgmma.mma_async 1): no lane requests them
// JSON: "engine_operations": [
// JSON-NEXT: {
// JSON-NEXT: "instruction": "cp.async.bulk",
// JSON-NEXT: "file": "{{.*}}engine-operations.cu",
// JSON-NEXT: "line": [[#@LINE+9]],
// JSON-NEXT: "column": 3
// JSON: "instruction": "cp.async.bulk.tensor.2d",

__device__ unsigned window(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void copy(unsigned to, const void *from, unsigned bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], 4096, [%2];" ::"r"(to), "l"(from), "r"(bar) : "memory");
}

__global__ void tiles(const float *in, const void *map, float *out) {
  __shared__ alignas(128) float s[1024];
  __shared__ alignas(8) unsigned long long bar;
  const unsigned b = window(&bar);
  if (threadIdx.x == 0) {
    // expect: none
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
    // expect: none
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(b));
    copy(window(s), in, b);
  }
  // expect: none
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {0, 0}], [%2];" ::"r"(window(s)), "l"(map), "r"(b) : "memory");
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

__global__ void others(unsigned long long a, unsigned *out) {
  __shared__ unsigned s[32];
  __shared__ alignas(8) unsigned long long bar;
  unsigned there, value;
  asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"(window(s + threadIdx.x)));
  // expect: unknown load unknown-cost
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there));
  // expect: unknown store unknown-cost
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(value));
  // expect: none
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];"
               ::"r"(there), "r"(value), "r"(window(&bar)));
  // expect: none
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0}, %1, %1, 1, 1, 1, 0, 0;"
               : "+r"(value) : "l"(a));
  out[threadIdx.x] = value;
}

void run(const float *in, const void *map, float *out, unsigned *o) {
  tiles<<<1, 256>>>(in, map, out);
  others<<<2, 32>>>(0, o);
}
