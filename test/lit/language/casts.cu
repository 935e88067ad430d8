// Accesses through casts of an array's address have the width of the type they are cast to.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void references(float4 *out) {
  __shared__ float a[32][32];
  __shared__ float b[32][36];
  int t = threadIdx.x;
  out[t] = *reinterpret_cast<float4 *>(&a[t][0]);    // expect: load 32/4 8-way
  out[t] = reinterpret_cast<float4 *>(&a[t][0])[3];  // expect: load 32/4 8-way
  out[t] = reinterpret_cast<float4 *>(&a[0][0])[t];  // expect: load 4/4
  out[t] = *reinterpret_cast<float4 *>(&b[t][4]);    // expect: load 4/4
  out[t] = *(float4 *)(b[t] + 8);                    // expect: load 4/4
  reinterpret_cast<float4 &>(b[t][0]) = out[t];      // expect: store 4/4
  reinterpret_cast<float4 &>(a[t][0]) = out[t];      // expect: store 32/4 8-way
  *reinterpret_cast<float2 *>(&a[0][2 * t]) = float2(); // expect: store 2/2
  *(volatile float *)&a[t][0] = 1;                   // expect: store 32/1 32-way
}

__global__ void pointers(float *out) {
  __shared__ float a[1024];
  int t = threadIdx.x;
  char *bytes = reinterpret_cast<char *>(a);
  out[t] = *reinterpret_cast<float *>(bytes + t * 128); // expect: load 32/1 32-way
  out[t] = bytes[t];                                    // expect: load 1/1
  float4 *wide = (float4 *)a;
  out[t] = wide[t].x;  // expect: upper-bound load 4/1 4-way
  float4 v = wide[t];  // expect: load 4/4
  float(*rows)[32] = reinterpret_cast<float(*)[32]>(a);
  out[t] = v.x + v.y + v.z + v.w;
  out[t] = rows[t][0]; // expect: upper-bound load 32/1 32-way
  out[t] = rows[1][t];       // expect: silent
  float(*odd)[31] = reinterpret_cast<float(*)[31]>(a);
  out[t] = odd[t][0]; // expect: silent
}

__global__ void arithmetic(float *out) {
  __shared__ float a[32][32];
  int t = threadIdx.x;
  float *row = a[t];
  out[t] = row[0];     // expect: load 32/1 32-way
  out[t] = row[t];     // expect: silent
  out[t] = *(*a + t);  // expect: silent
  out[t] = **(a + t);  // expect: upper-bound load 32/1 32-way
  out[t] = 0 [a[t]];   // expect: upper-bound load 32/1 32-way
  float *p = &a[0][0];
  p += t * 2;
  out[t] = *p;     // expect: load 2/1 2-way
  out[t] = *p++;   // expect: upper-bound load 2/1 2-way
  p -= t;
  out[t] = *p;     // expect: silent
  out[t] = p[-1];  // expect: silent
  float *end = p + t;
  out[t] = a[0][end - p];  // expect: silent
  out[t] = a[end - p][0];  // expect: upper-bound load 32/1 32-way
  float *chosen = t < 16 ? &a[0][t] : &a[1][t];
  out[t] = *chosen; // expect: silent
  float *clashing = t < 16 ? &a[0][t] : &a[1][t - 16];
  out[t] = *clashing; // expect: load 2/1 2-way
}

void launch(float4 *wide, float *out) {
  references<<<1, 32>>>(wide);
  pointers<<<1, 32>>>(out);
  arithmetic<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "references"
// PROGRAM: [[T:""#[0-9]+]] = &a[i64(t)][0:i64] + 48:u64
// PROGRAM-NEXT: load 16 [[T]]
// PROGRAM: [[T2:""#[0-9]+]] = &b[i64(t)] + 32:u64
// PROGRAM-NEXT: load 16 [[T2]]
// PROGRAM: store 8 &a[0:i64][i64(2 * t)]
// PROGRAM-NEXT: store 4 &a[i64(t)][0:i64] volatile
// PROGRAM-LABEL: kernel "pointers"
// PROGRAM: load 4 (bytes + u64(i64(t * 128) * 1:i64))
// PROGRAM: load 16 (wide + u64(i64(t) * 16:i64))
// PROGRAM: load 4 (rows + u64(i64(t) * 128:i64))
// PROGRAM-NEXT: load 4 ((rows + 128:u64) + u64(i64(t) * 4:i64))
// PROGRAM: load 4 (odd + u64(i64(t) * 124:i64))
// PROGRAM-LABEL: kernel "arithmetic"
// PROGRAM: p = &a[0:i64][0:i64]
// PROGRAM-NEXT: p = p + u64(i64(t * 2) * 4:i64)
// PROGRAM-NEXT: load 4 p
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = p
// PROGRAM-NEXT: p = [[T3]] + 4:u64
// PROGRAM-NEXT: load 4 [[T3]]
// PROGRAM-NEXT: p = p - u64(i64(t) * 4:i64)
// PROGRAM: load 4 (p + 18446744073709551612:u64)
// PROGRAM-NEXT: end = p + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: load 4 &a[0:i64][i64(end - p) / 4:i64] array a
// PROGRAM-NEXT: load 4 &a[i64(end - p) / 4:i64][0:i64] array a
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = &a[0:i64][i64(t)]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[T4]] = &a[1:i64][i64(t)]
// PROGRAM-NEXT: }
// PROGRAM-NEXT: chosen = [[T4]]
// PROGRAM-NEXT: load 4 chosen
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: [[T5:""#[0-9]+]] = &a[0:i64][i64(t)]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[T5]] = &a[1:i64][i64(t - 16)]
// PROGRAM-NEXT: }
// PROGRAM-NEXT: clashing = [[T5]]
// PROGRAM-NEXT: load 4 clashing
