// An access in a function that is inlined several times is told once: for the worst call, with the way to it.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %banklint --explain %s | FileCheck %s

__device__ void put(volatile float *s, int i) {
  s[i] = 1; // expect: store 32/1 32-way total 38/4
}
__device__ void column(volatile float *s, int stride) {
  put(s, threadIdx.x * stride);
}
__device__ void clean(volatile float *s, int i) {
  s[i] = 1; // expect: store 1/1 total 2/2
}
__device__ void partly(volatile float *s, int i) {
  s[i] = 1; // expect: unknown store data-dependent-index
}
__device__ void bound(volatile float *s, int i) {
  s[i] = 1; // expect: upper-bound store 2/1 2-way
}
__device__ void strided(volatile float *s, int i) {
  s[i] = 1; // expect: depends store 32/1 32-way
}

__global__ void kernel(const int *in, float *out, int n) {
  volatile __shared__ float s[4096];
  put(s, threadIdx.x);
  column(s, 4);
  column(s, 32);
  put(s, threadIdx.x + 1);
  clean(s, threadIdx.x);
  clean(s, threadIdx.x * 3);
  partly(s, threadIdx.x);
  partly(s, in[threadIdx.x]);
  bound(s, threadIdx.x);
  if (in[threadIdx.x])
    bound(s, threadIdx.x * 2);
  strided(s, threadIdx.x * n);
  strided(s, threadIdx.x);
}

void launch(const int *in, float *out, int n) { kernel<<<1, 32>>>(in, out, n); }

__device__ float read(const float *s, int i) {
  return s[i]; // expect: upper-bound load 32/1 32-way total 64/2
}

// The second call may find the value in a register. The sum is a bound then,
// though the worst request is exact.
__global__ void twice(float *out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1 total 1/1
  __syncthreads();
  float a = read(s, threadIdx.x * 32) / n;
  out[threadIdx.x] = a + read(s, threadIdx.x * 32);
}

void launch(float *out, int n) { twice<<<1, 32>>>(out, n); }

// CHECK: :10:3: warning: store to 's[i]' takes 38 wavefronts per block instead of 4
// CHECK: :13:3: note: in the call here, the worst of 4 inlined calls, of which 2 conflict
// CHECK: :32:3: note: called here{{$}}
// CHECK-NOT: :10:3: warning
// CHECK: :48:10: warning: load of 's[i]' takes up to 64 wavefronts per block instead of 2: 32-way
// CHECK: :61:{{.*}} note: for the launch with a block of 32x1x1 threads here; upper bound because of another inlined call (may-reuse: the compiler may keep the value in a register)

// JSON: "line": 10,
// JSON: "calls": 4,
// JSON-NEXT: "call_chain": [
// JSON: "line": 32,
// JSON: "line": 13,
// JSON: "copies": [
// JSON-NEXT: {
// JSON-NEXT: "result": "exact",
// JSON-NEXT: "worst": {
// JSON-NEXT: "wavefronts": 1,
// JSON: "call_chain": [
// JSON: "line": 30,
// JSON: "wavefronts": 4,
// JSON: "line": 31,
// JSON: "line": 13,
// JSON: "wavefronts": 32,
// JSON: "line": 32,
// JSON: "line": 33,
// JSON: "line": 16,
// JSON: "calls": 2,
// JSON: "line": 19,
// JSON: "reason": "data-dependent-index: read from memory through 'in' (in 1 of 2 inlined calls)"
// JSON: "line": 22,
// JSON: "reason": "unknown-condition: {{.*}} (in 1 of 2 inlined calls)"
// JSON: "line": 25,
// JSON: "condition": "{{.*}}; at most 1 in 1 of 2 inlined calls"
// JSON: "summary": {
// JSON-NEXT: "accesses": 7,
