// Pointers and references to functions that fold are followed.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

typedef int (*Function)(int);
__device__ int twice(int i) { return i * 2; }
__device__ int fourfold(int i) { return i * 4; }
template <Function F> __device__ int byArgument(int i) { return F(i); }
__device__ int byPointer(Function f, int i) { return f(i); }
__device__ int byReference(int (&f)(int), int i) { return f(i); }
__device__ int twiceBy(Function f, int i) { return byPointer(f, f(i)); }
__device__ int changed(Function f, int i, bool c) {
  if (c)
    f = twice;
  return f(i);
}

__global__ void pointers(float *out, Function given, bool c) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  s[byArgument<fourfold>(t)] = 1;    // expect: store 4/1 4-way
  s[byPointer(twice, t)] = 1;        // expect: store 2/1 2-way
  s[byPointer(&fourfold, t)] = 1;    // expect: store 4/1 4-way
  s[byReference(twice, t)] = 1;      // expect: store 2/1 2-way
  s[twiceBy(twice, t) / 4] = 1;      // expect: store 1/1
  Function local = fourfold;
  s[local(t)] = 1; // expect: store 4/1 4-way
  auto &reference = twice;
  s[reference(t)] = 1; // expect: store 2/1 2-way
  constexpr Function table[] = {twice, fourfold};
  s[table[1](t)] = 1; // expect: store 4/1 4-way
  s[byPointer([](int i) { return i * 8; }, t)] = 1; // expect: store 8/1 8-way
  s[changed(fourfold, t, c)] = 1; // expect: unknown store unknown-call
  s[given(t)] = 1;                // expect: unknown store unknown-call
  Function assigned = twice;
  assigned = given;
  s[assigned(t)] = 1; // expect: unknown store unknown-call
  // A lambda that captures a pointer only changes it if its body does.
  auto calls = [&] { return local(t); };
  s[local(t)] = 1; // expect: store 4/1 4-way
  Function set = twice;
  auto sets = [&] { set = given; };
  s[set(t)] = 1; // expect: unknown store unknown-call
}

// Functions of the headers, which have no body to follow.
__device__ float apply(float (*f)(float), float x) { return f(x); }
__device__ float applyReference(float (&f)(float), float x) { return f(x); }
__device__ int applyMinimum(int (*f)(int, int), int i) { return f(i, 7); }

__global__ void headers(float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  s[t] = apply(sqrtf, out[t]);                 // expect: store 1/1
  s[t * 2] = applyReference(sqrtf, out[t]);    // expect: store 2/1 2-way
  s[applyMinimum(min, t)] = 1;                 // expect: store 1/1
  s[int(apply(sqrtf, out[t]))] = 1; // expect: unknown store floating-point
}

void launch(float *out, Function f) { pointers<<<1, 32>>>(out, f, true); }
void launchHeaders(float *out) { headers<<<1, 32>>>(out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "pointers"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V1:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: store 4 &s[i64([[V1]] * 4)] volatile array s
// PROGRAM-NEXT: [[V2:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V3:i#[0-9]+]] = [[V2]]
// PROGRAM-NEXT: store 4 &s[i64([[V3]] * 2)] volatile apart array s
// PROGRAM-NEXT: [[V4:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V5:i#[0-9]+]] = [[V4]]
// PROGRAM-NEXT: store 4 &s[i64([[V5]] * 4)] volatile apart array s
// PROGRAM-NEXT: [[V6:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V7:i#[0-9]+]] = [[V6]]
// PROGRAM-NEXT: store 4 &s[i64([[V7]] * 2)] volatile apart array s
// PROGRAM-NEXT: [[V8:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V9:i#[0-9]+]] = [[V8]]
// PROGRAM-NEXT: [[V10:i#[0-9]+]] = [[V9]] * 2
// PROGRAM-NEXT: [[V11:i#[0-9]+]] = [[V10]]
// PROGRAM-NEXT: store 4 &s[i64(([[V11]] * 2) / 4)] volatile apart array s
// PROGRAM-NEXT: [[V12:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V12]] * 4)] volatile apart array s
// PROGRAM-NEXT: [[V13:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V13]] * 2)] volatile apart array s
// PROGRAM-NEXT: [[V14:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V14]] * 4)] volatile apart array s
// PROGRAM-NEXT: [[V15:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V16:i#[0-9]+]] = [[V15]]
// PROGRAM-NEXT: store 4 &s[i64([[V16]] * 8)] volatile apart array s
// PROGRAM-NEXT: [[V17:c#[0-9]+]] = [[V18:c#[0-9]+]]
// PROGRAM-NEXT: region "changed" {
// PROGRAM-NEXT: if ([[V17]]) {
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("called through a pointer or unknown name", divergent):i32)] volatile apart array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("called through a pointer or unknown name", divergent):i32)] volatile apart array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("called through a pointer or unknown name", divergent):i32)] volatile apart array s
// PROGRAM-NEXT: [[V19:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V19]] * 4)] volatile apart array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("called through a pointer or unknown name", divergent):i32)] volatile apart array s
// PROGRAM-NEXT: }
