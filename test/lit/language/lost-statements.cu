// Clang drops statements and initializers around what it cannot resolve. What
// they access is unknown, and so is what they may change; the rest stays known.
//
// RUN: %banklint --format=json %s | %python %verdict --parse-errors 26 %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ int known(int i) { return i; }

__global__ void dropped(float *out, int n, int m) {
  __shared__ volatile float s[32][32];
  int t = threadIdx.x;
  s[t][0] = 1;                     // expect: store 32/1 32-way
  t = lib::index(t);
  s[t][0] = 1;                     // expect: unknown store parse-error
  t = threadIdx.x;
  s[t][0] = 1;                     // expect: store 32/1 32-way
  s[t][0] = lib::value(m);         // expect: store 32/1 32-way
  s[t][0] = lib::N + s[0][t];      // expect: store 32/1 32-way, load 1/1
  float v = lib::value(s[0][0]);   // expect: unknown load parse-error
  lib::Type<float>::Object o(s);   // expect: unknown load parse-error
  Unknown<float> u(s);             // expect: unknown load parse-error
  missing(s);                      // expect: unknown load parse-error
  missing(&s[0][t]);               // expect: unknown load parse-error
  missing(s[t][0]);                // expect: unknown load parse-error
  s[t][0] = 1;                     // expect: store 32/1 32-way
  if (n)
    lib::use(s[3]);                // expect: unknown load parse-error
  else
    s[t][0] = 1;                   // expect: store 32/1 32-way
  s[undeclared][t] = 1;            // expect: unknown store parse-error
  s[undeclared]++;                 // expect: unknown load parse-error
  *(s[0] + undeclared) = 1;        // expect: unknown store parse-error
  out[0] = undeclared + s[t][0];   // expect: load 32/1 32-way
}

__global__ void changed(float *out, int n) {
  __shared__ volatile float s[32][32];
  int i = undeclared * 32;
  s[i][0] = 1; // expect: unknown store parse-error
  int j = threadIdx.x;
  missing(j);
  s[j][0] = 1; // expect: unknown store parse-error
  for (int k = 0; k < 4; ++k) {
    // It was changed in the iteration before.
    s[j][0] = 1; // expect: unknown store parse-error
    j = lib::next(j);
  }
  int &alias = lib::reference(j);
  s[alias][0] = 1; // expect: unknown store parse-error
}

__global__ void parameter(int n) {
  __shared__ volatile float s[32][32];
  s[0][threadIdx.x * n] = 1; // expect: store 1/1
  n = lib::next(n);
  s[0][threadIdx.x * n] = 1; // expect: unknown store parse-error
}

// A name may mean any variable of the function that has it, in their order.
__global__ void names() {
  __shared__ volatile float s[32][32];
  { int same = 1; s[0][same] = 1; } // expect: store 1/1
  { int same = 1; s[0][same] = 1; } // expect: store 1/1
  { int same = 1; s[0][same] = 1; } // expect: store 1/1
  { int same = 1; s[0][same] = 1; } // expect: store 1/1
  { int same = 1; s[0][same] = 1; } // expect: store 1/1
  int same = threadIdx.x;
  Unknown<int> u(same);
  s[0][same] = 1; // expect: unknown store parse-error
}

#define USE(x) lib::use(x)
__global__ void macros() {
  __shared__ volatile float s[32][32];
  USE(s[threadIdx.x]);  // expect: unknown load parse-error
  s[threadIdx.x][0] = 1; // expect: store 32/1 32-way
}

__global__ void jumps(int n) {
  __shared__ volatile float s[32][32];
  s[threadIdx.x][0] = 1; // expect: store 32/1 32-way
  Unknown<int> f([] { return 1; });
  s[threadIdx.x][0] = 1; // expect: upper-bound store 32/1 32-way
}

__global__ void cases(int n) {
  __shared__ volatile float s[32][32];
  switch (n) {
  case 0:
    break;
  case lib::A:
    s[threadIdx.x][0] = 1; // expect: unknown store unsupported-construct
  }
}

// No error here, none of its business.
__global__ void silent() {
  __shared__ volatile float s[32][32];
  s[known(0)][threadIdx.x] = 1; // expect: silent
}

void launch(float *out, int n) {
  dropped<<<1, 32>>>(out, n, n);
  changed<<<1, 32>>>(out, n);
  parameter<<<1, 32>>>(1);
  names<<<1, 32>>>();
  macros<<<1, 32>>>();
  jumps<<<1, 32>>>(n);
  cases<<<1, 32>>>(n);
  silent<<<1, 32>>>();
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "dropped"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:n#[0-9]+]] = [[V1:n#[0-9]+]]
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile array s
// PROGRAM-NEXT: t = opaque<parse-error>("an expression that does not parse", divergent):i32
// PROGRAM-NEXT: t = opaque<parse-error>("use of undeclared identifier 'lib'", divergent):i32
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile apart array s
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile apart array s
// PROGRAM-NEXT: load 4 &s[0:i64][i64(t)] volatile apart array s
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("an expression that does not parse", divergent):u64 array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'lib'", divergent):u64 array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'lib'", divergent):u64 array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'missing'", divergent):u64 array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'missing'", divergent):u64
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'missing'", divergent):u64 array s
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile apart amid array s
// PROGRAM-NEXT: if ([[V0]] != 0) {
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'lib'", divergent):u64 array s
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: store 4 &s[i64(t)][0:i64] volatile apart array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 opaque<parse-error>("use of undeclared identifier 'undeclared'", divergent):u64 array s
// PROGRAM-NEXT: load 4 opaque<parse-error>("use of undeclared identifier 'undeclared'", divergent):u64 array s
// PROGRAM-NEXT: store 4 opaque<parse-error>("use of undeclared identifier 'undeclared'", divergent):u64
// PROGRAM-NEXT: load 4 &s[i64(t)][0:i64] volatile array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "changed"
// PROGRAM: i = opaque<parse-error>("use of undeclared identifier 'undeclared'", divergent):i32
// PROGRAM-NEXT: store 4 &s[i64(i)][0:i64] volatile array s
// PROGRAM-NEXT: j = i32(threadIdx.x)
// PROGRAM-NEXT: j = opaque<parse-error>("use of undeclared identifier 'missing'", divergent):i32
// PROGRAM-NEXT: store 4 &s[i64(j)][0:i64] volatile array s
// PROGRAM-LABEL: kernel "parameter"
// PROGRAM: [[N2:n#[0-9]+]] = opaque<parse-error>("an expression that does not parse", divergent):i32
// PROGRAM-NEXT: [[N2]] = opaque<parse-error>("use of undeclared identifier 'lib'", divergent):i32
// PROGRAM-NEXT: store 4 &s[0:i64][i64(threadIdx.x * u32([[N2]]))] volatile apart array s
// PROGRAM-LABEL: kernel "names"
// PROGRAM: same#1 = opaque<parse-error>
// PROGRAM-NEXT: same#2 = opaque<parse-error>
// PROGRAM-NEXT: same#3 = opaque<parse-error>
// PROGRAM-NEXT: same#4 = opaque<parse-error>
// PROGRAM-NEXT: same#5 = opaque<parse-error>
// PROGRAM-NEXT: same#6 = opaque<parse-error>
