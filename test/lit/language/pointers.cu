// Aliases, arithmetic, comparisons and differences of pointers into shared memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void aliases(float *out) {
  __shared__ float s[4096];
  __shared__ float tile[32][32];
  const int t = threadIdx.x;
  float *p = s;
  float *const __restrict__ q = p + 64;
  const float *r = &q[2];
  volatile float *v = s;
  auto *same = &*p;
  p[t * 32] = 1;       // expect: store 32/1 32-way
  p[t] = 1;            // expect: store 1/1
  q[t * 2] = q[t];     // expect: store 2/1 2-way, load 1/1
  out[t] = r[t * 4];   // expect: load 4/1 4-way
  out[t] = *(r + t);   // expect: load 1/1
  out[t] = t[r];       // expect: load 1/1
  v[t * 8] = 1;        // expect: store 8/1 8-way
  v[t] += 1;           // expect: load 1/1, store 1/1
  same[t * 16] = 1;    // expect: store 16/1 16-way
  float *row = &tile[t][0];
  row[0] = 1;          // expect: upper-bound store 32/1 32-way
  __syncthreads();
  row[t] = 1;          // expect: silent
  *&tile[t][1] = 1;    // expect: upper-bound store 32/1 32-way
  (&tile[1][t])[2] = 1; // expect: silent
  float *last = &tile[31][31];
  last[-t] = 1;        // expect: silent
  last[-32 * t] = 1;   // expect: upper-bound store 32/1 32-way
}

__global__ void distances(float *out) {
  __shared__ float s[4096];
  __shared__ float other[64];
  int t = threadIdx.x;
  float *begin = s, *end = s + 1024;
  s[(end - begin) / 512 * t] = 1; // expect: upper-bound store 2/1 2-way
  s[end - begin + t] = 1;         // expect: silent
  float *p = begin + t * 2;
  s[p - begin] = 1;               // expect: store 2/1 2-way
  s[((char *)p - (char *)begin) * 4] = 1; // expect: store 32/1 32-way
  if (p < end)
    s[t * 4] = 1; // expect: store 4/1 4-way
  if (p >= begin + 32)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (p == begin)
    s[t * 32] = 1; // expect: store 1/1
  if (p != 0)
    s[t * 8] = 1; // expect: upper-bound store 8/1 8-way
  if (p)
    s[t * 8] = 1; // expect: store 8/1 8-way
  if (!p)
    s[t * 32] = 1; // expect: none
  float *none = nullptr;
  if (none)
    s[t * 32] = 1; // expect: none
  if (t < 16)
    none = s + t * 32;
  if (none)
    *none = 1; // expect: upper-bound store 32/1 32-way
  out[t] = p == other; // expect: none
}

__global__ void moved(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float *p = s;
  p += t;
  *p = 1;          // expect: store 1/1
  p += t;
  *p = 1;          // expect: upper-bound store 2/1 2-way
  *p++ = 1;        // expect: upper-bound store 2/1 2-way
  *++p = 1;        // expect: store 2/1 2-way
  p -= t + 2;
  *p-- = 1;        // expect: store 1/1
  *(p += 31 * t) = 1; // expect: store 32/1 32-way
  p = s + t * 4, *p = 1; // expect: store 4/1 4-way
  p = &s[t];
  p[1]++;          // expect: load 1/1, store 1/1
  float2 *pair = (float2 *)s + t;
  pair->x = 1;     // expect: upper-bound store 2/1 2-way
  (*pair).y = 1;   // expect: upper-bound store 2/1 2-way
  (pair++)->y = 1; // expect: upper-bound store 2/1 2-way
  *pair = make_float2(1, 2); // expect: store 2/2
}

void launch(float *out) {
  aliases<<<1, 32>>>(out);
  distances<<<1, 32>>>(out);
  moved<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "aliases"
// PROGRAM: p = &s
// PROGRAM-NEXT: q = p + 256:u64
// PROGRAM-NEXT: r = q + 8:u64
// PROGRAM: load 4 (q + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 (q + u64(i64(t * 2) * 4:i64))
// PROGRAM-NEXT: load 4 (r + u64(i64(t * 4) * 4:i64))
// PROGRAM-NEXT: load 4 (r + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: load 4 (r + u64(i64(t) * 4:i64))
// PROGRAM: row = &tile[i64(t)][0:i64]
// PROGRAM-NEXT: store 4 row
// PROGRAM: store 4 &tile[i64(t)][1:i64]
// PROGRAM-NEXT: store 4 (&tile[1:i64][i64(t)] + 8:u64)
// PROGRAM-NEXT: last = &tile[31:i64][31:i64]
// PROGRAM-NEXT: store 4 (last + u64(i64(-t) * 4:i64))
// PROGRAM-NEXT: store 4 (last + u64(i64(-32 * t) * 4:i64))
// PROGRAM-LABEL: kernel "distances"
// PROGRAM: end = &s + 4096:u64
// PROGRAM-NEXT: store 4 &s[((i64(end - begin) / 4:i64) / 512:i64) * i64(t)] array s
// PROGRAM-NEXT: store 4 &s[(i64(end - begin) / 4:i64) + i64(t)] array s
// PROGRAM-NEXT: p = begin + u64(i64(t * 2) * 4:i64)
// PROGRAM-NEXT: store 4 &s[i64(p - begin) / 4:i64] array s
// PROGRAM-NEXT: store 4 &s[(i64(p - begin) / 1:i64) * 4:i64] array s
// PROGRAM-NEXT: if (p < end) {
// PROGRAM-NEXT: store 4 &s[i64(t * 4)] array s
// PROGRAM-LABEL: kernel "moved"
// PROGRAM: p = &s
// PROGRAM-NEXT: p = p + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: p = p + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: [[T:""#[0-9]+]] = p
// PROGRAM-NEXT: p = [[T]] + 4:u64
// PROGRAM-NEXT: store 4 [[T]]
// PROGRAM-NEXT: p = p + 4:u64
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: p = p - u64(i64(t + 2) * 4:i64)
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = p
// PROGRAM-NEXT: p = [[T2]] - 4:u64
// PROGRAM-NEXT: store 4 [[T2]]
// PROGRAM-NEXT: p = p + u64(i64(31 * t) * 4:i64)
// PROGRAM-NEXT: store 4 p
// PROGRAM: pair = &s + u64(i64(t) * 8:i64)
// PROGRAM-NEXT: store 4 pair
// PROGRAM-NEXT: store 4 (pair + 4:u64)
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = pair
// PROGRAM-NEXT: pair = [[T3]] + 8:u64
// PROGRAM-NEXT: store 4 ([[T3]] + 4:u64)
