// Aliases, arithmetic, comparisons and differences of pointers into shared memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s

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
  row[0] = 1;          // expect: store 32/1 32-way
  __syncthreads();
  row[t] = 1;          // expect: silent
  *&tile[t][1] = 1;    // expect: store 32/1 32-way
  (&tile[1][t])[2] = 1; // expect: silent
  float *last = &tile[31][31];
  last[-t] = 1;        // expect: silent
  last[-32 * t] = 1;   // expect: store 32/1 32-way
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
  *p++ = 1;        // expect: store 2/1 2-way
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
