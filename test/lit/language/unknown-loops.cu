// Loops whose trip count is not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void counted(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    s[i * 32 + t] = i; // expect: store 1/1
  for (int i = 0; i < n; i++)
    s[t * 32 + i] = i; // expect: upper-bound store 32/1 32-way
  for (int i = 0; i < n; i += 2) {
    s[t + i] = 1;     // expect: store 1/1
    s[t * 2 + i] = 1; // expect: store 2/1 2-way
  }
  for (int i = n; i > 0; i--)
    s[i - 1 + t] = 1; // expect: store 1/1
  int i = 0;
  while (i < n)
    s[t * 4 + i++] = 1; // expect: upper-bound store 4/1 4-way
  do {
    s[t * 2] = 1; // expect: store 2/1 2-way
  } while (--i > n);
}

__global__ void strided(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 32)
    s[i] = 1; // expect: store 1/1
  for (int i = t; i < n; i += blockDim.x)
    s[i * 2] = 1; // expect: upper-bound store 2/1 2-way
  // The stride of the last loop is what it is called with.
  for (int i = t; i < 128; i += n)
    s[i] = 1; // expect: store 1/1
}

__global__ void powers(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int d = n; d > 0; d >>= 1)
    if (t < d)
      s[t] += s[t + d]; // expect: load 1/1, store 1/1, load 1/1
}

__global__ void bounds(const int *in, float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  // Rows of a sparse matrix: each lane has its own number of rounds.
  for (int i = in[t]; i < in[t + 1]; i++)
    s[t] += 1; // expect: load 1/1, store 1/1
  for (int i = 0; i < in[t]; i++)
    s[t * 2] += 1; // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way
  for (int i = in[t]; i < in[t + 1]; i++)
    s[i] = 1; // expect: unknown store data-dependent-index
}

void launch(const int *in, float *out, int n) {
  counted<<<1, 32>>>(out, n);
  strided<<<1, 32>>>(out, n);
  powers<<<1, 32>>>(out, n);
  bounds<<<1, 32>>>(in, out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "counted"
// PROGRAM: [[I:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I]]{{[a-z0-9 ]*}} test ([[I]] < n) {
// PROGRAM-NEXT: store 4 &s[i64(([[I]] * 32) + t)] restores array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = [[I]]
// PROGRAM-NEXT: [[I]] = [[T]] + 1
// PROGRAM: [[I2:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I2]]{{[a-z0-9 ]*}} test ([[I2]] < n) {
// PROGRAM-NEXT: store 4 &s[i64((t * 32) + [[I2]])] restores array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = [[I2]]
// PROGRAM-NEXT: [[I2]] = [[T2]] + 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[I3:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I3]]{{[a-z0-9 ]*}} test ([[I3]] < n) {
// PROGRAM-NEXT: store 4 &s[i64(t + [[I3]])] array s
// PROGRAM-NEXT: store 4 &s[i64((t * 2) + [[I3]])] array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[I3]] = [[I3]] + 2
// PROGRAM: [[I4:i#[0-9]+]] = n
// PROGRAM-NEXT: loop name [[I4]]{{[a-z0-9 ]*}} test ([[I4]] > 0) {
// PROGRAM-NEXT: store 4 &s[i64(([[I4]] - 1) + t)] array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = [[I4]]
// PROGRAM-NEXT: [[I4]] = [[T3]] - 1
// PROGRAM: loop{{[a-z0-9 ]*}} test ([[I5:i#[0-9]+]] < n) {
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = [[I5]]
// PROGRAM-NEXT: [[I5]] = [[T4]] + 1
// PROGRAM-NEXT: store 4 &s[i64((t * 4) + [[T4]])] array s
// PROGRAM: loop untested{{[a-z0-9 ]*}} {
// PROGRAM-NEXT: [[I5]] = [[I5]] - 1
// PROGRAM-NEXT: } test ([[I5]] > n) {
// PROGRAM-NEXT: store 4 &s[i64(t * 2)] array s
// PROGRAM-LABEL: kernel "powers"
// PROGRAM: d = n
// PROGRAM-NEXT: loop name d{{[a-z0-9 ]*}} test (d > 0) {
// PROGRAM-NEXT: if (t < d) {
// PROGRAM-NEXT: load 4 &s[i64(t + d)] array s
// PROGRAM-NEXT: load 4 &s[i64(t)] array s
// PROGRAM-NEXT: store 4 &s[i64(t)] array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: d = d >> 1

// Each lane starts elsewhere, and all do the same number of iterations.
__global__ void ranges(float *out, int n, int step) {
  extern __shared__ float part[];
  int t = threadIdx.x;
  float sum = 0;
  int start = t * n;
  for (int i = start; i < start + n; i++)
    sum += part[i]; // expect: depends load 32/1 32-way
  for (int i = t * n; i < (t + 1) * n; i += step)
    sum += part[i]; // expect: depends load 32/1 32-way
  for (unsigned i = start; i < start + n; ++i)
    sum += part[i]; // expect: depends load 32/1 32-way
  for (size_t i = start; i != start + n; ++i)
    sum += part[i]; // expect: depends load 32/1 32-way
  for (int i = start + n - 1; i >= start; i--)
    sum += part[i]; // expect: depends load 32/1 32-way
  // The ends of the ranges are the same, the starts are not.
  for (int i = start; i < 4 * n; i++)
    sum += part[i]; // expect: upper-bound load 32/1 32-way
  out[t] = sum;
}

void launchRanges(float *out, int n, int m) {
  ranges<<<1, 64, 64 * n * 4>>>(out, n, m);
}
