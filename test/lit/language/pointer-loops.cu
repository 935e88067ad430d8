// Loops that step a pointer.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void counted(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float *p = s + t;
  for (int i = 0; i < 8; ++i, p += 32)
    *p = 0; // expect: store 1/1 total 8/8
  float *q = s + t * 32;
  for (int i = 0; i < 32; ++i)
    *q++ = 0; // expect: upper-bound store 32/1 32-way total 1024/32
  q = s + t * 33;
  for (int i = 0; i < 32; ++i)
    *q++ = 0; // expect: store 1/1 total 32/32
  for (float *r = s + t; r < s + 1024; r += 32)
    *r = 0; // expect: store 1/1 total 32/32
  for (float *r = s + t * 2, *end = s + 512; r < end; r += 64)
    *r = 0; // expect: store 2/1 2-way total 16/8
  float *end = s + 1024;
  for (float *r = s + t; r != end + t; r += blockDim.x)
    *r = 0; // expect: store 1/1 total 32/32
  const float *from = s + 31 - t;
  while (from < end) {
    out[t] += *from; // expect: load 1/1 total 32/32
    from += 32;
  }
  float *back = s + 1023 - t;
  do
    *back = 1; // expect: store 1/1 total 32/32
  while ((back -= 32) >= s);
}

__global__ void unknown(float *out, int n, int stride) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float *p = s + t;
  for (int i = 0; i < n; ++i, p += 32)
    *p = 0; // expect: store 1/1
  float *q = s + t * 2;
  for (int i = 0; i < n; ++i)
    *q++ = 0; // expect: upper-bound store 2/1 2-way
  for (float *r = s + t; r < s + n; r += 32)
    *r = 0; // expect: store 1/1
  for (float *r = s + t * 32; r < s + 1024; r += stride)
    *r = 0; // expect: store 32/1 32-way
}

// One pointer walks through a column while another walks through global memory.
__global__ void mixed(float *out, const float *in, int n) {
  __shared__ float s[32][33];
  __shared__ float bad[32][32];
  int t = threadIdx.x;
  const float *from = in + t;
  float *to = &s[t][0], *worse = &bad[t][0];
  for (int i = 0; i < 32; ++i, from += n, ++to, ++worse) {
    *to = *from;    // expect: store 1/1
    *worse = *from; // expect: store 32/1 32-way
  }
}

void launch(float *out, const float *in, int n, int stride) {
  counted<<<1, 32>>>(out);
  unknown<<<1, 32>>>(out, n, stride);
  mixed<<<1, 32>>>(out, in, n);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "counted"
// PROGRAM: p = &s + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: [[I:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I]]{{[a-z0-9 ]*}} test ([[I]] < 8) {
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[I]] = [[I]] + 1
// PROGRAM-NEXT: p = p + 128:u64
// PROGRAM: q = &s + u64(i64(t * 32) * 4:i64)
// PROGRAM-NEXT: [[I2:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I2]]{{[a-z0-9 ]*}} test ([[I2]] < 32) {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = q
// PROGRAM-NEXT: q = [[T]] + 4:u64
// PROGRAM-NEXT: store 4 [[T]]
// PROGRAM: [[R:r#[0-9]+]] = &s + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: loop{{[a-z0-9 ]*}} test ([[R]] < (&s + 4096:u64)) {
// PROGRAM-NEXT: store 4 [[R]]
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[R]] = [[R]] + 128:u64
// PROGRAM: [[R2:r#[0-9]+]] = &s + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: loop{{[a-z0-9 ]*}} test ([[R2]] != ([[END:end#[0-9]+]] + u64(i64(t) * 4:i64))) {
// PROGRAM-NEXT: store 4 [[R2]]
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[R2]] = [[R2]] + u64(i64(blockDim.x) * 4:i64)
// PROGRAM: from = (&s + 124:u64) - u64(i64(t) * 4:i64)
// PROGRAM-NEXT: loop{{[a-z0-9 ]*}} test (from < [[END]]) {
// PROGRAM-NEXT: load 4 from
// PROGRAM-NEXT: from = from + 128:u64
// PROGRAM: loop untested{{[a-z0-9 ]*}} {
// PROGRAM-NEXT: back = back - 128:u64
// PROGRAM-NEXT: } test (back >= &s) {
// PROGRAM-NEXT: store 4 back
