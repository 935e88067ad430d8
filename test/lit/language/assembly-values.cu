// What assembly computes is followed where it is simple.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void assembly(float *out) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[lane] = 1;      // expect: store 1/1
  s[lane * 32] = 1; // expect: store 32/1 32-way
  unsigned x;
  asm("mov.u32 %0, %%tid.x;" : "=r"(x));
  s[x * 2] = 1; // expect: store 2/1 2-way
  int changed = t;
  asm("add.s32 %0, %0, 1;" : "+r"(changed));
  s[changed * 32] = 1; // expect: store 32/1 32-way
  int unknown;
  asm("bfind.u32 %0, %1;" : "=r"(unknown) : "r"(t));
  s[unknown] = 1; // expect: unknown store inline-assembly
  int maybe = t;
  asm("{ .reg .pred p; setp.eq.s32 p, %1, 7; @p add.s32 %0, %0, 32; }" : "+r"(maybe) : "r"(t));
  s[maybe] = 1; // expect: unknown store inline-assembly
  float value;
  asm volatile("ld.f32 %0, [%1];" : "=f"(value) : "l"(&s[t])); // expect: unknown load inline-assembly
  asm volatile("" ::: "memory");
  s[t * 32] = value; // expect: store 32/1 32-way
}

void launch(float *out) { assembly<<<1, 32>>>(out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "assembly"
// PROGRAM: lane = i32(((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) & 31:u32)
// PROGRAM: x = threadIdx.x
// PROGRAM: changed = t
// PROGRAM-NEXT: changed = changed + 1
// PROGRAM-NEXT: store 4 &s[i64(changed * 32)] volatile apart array s
// PROGRAM-NEXT: unknown = opaque<inline-assembly>("set by an asm statement", divergent):i32
// PROGRAM: load 4 opaque<inline-assembly>("the address is an operand of an asm statement", divergent):u64
