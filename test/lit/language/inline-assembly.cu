// What assembly computes or accesses is not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void assembly(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[lane] = 1; // expect: store 1/1
  s[t] = 1;    // expect: store 1/1
  unsigned address = __cvta_generic_to_shared(&s[t * 32]);
  float value;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address)); // expect: unknown load inline-assembly
  asm volatile("ld.f32 %0, [%1];" : "=f"(value) : "l"(&s[t])); // expect: unknown load inline-assembly
  int changed = t;
  asm("add.s32 %0, %0, 1;" : "+r"(changed));
  s[changed * 32] = value; // expect: unknown store inline-assembly
  asm volatile("" ::: "memory");
  s[t * 32] = 1; // expect: store 32/1 32-way
}

void launch(float *out) { assembly<<<1, 32>>>(out); }
