// Rows that are read from memory, in banks that are known.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ int place(int digit, int t) { return digit * 128 + t; }

__global__ void rows(const int *in, float *out) {
  __shared__ volatile unsigned counts[16][128];
  __shared__ volatile unsigned flat[2048];
  __shared__ volatile unsigned short narrow[16][128];
  __shared__ volatile double wide[16][32];
  __shared__ volatile float odd[16][33];
  const int t = threadIdx.x, lane = t & 31;
  const int digit = in[t] & 15;
  counts[digit][t]++; // expect: load 1/1 total 4/4, store 1/1 total 4/4
  flat[place(digit, t)]++; // expect: load 1/1, store 1/1
  flat[digit << 7 | t] = 1; // expect: store 1/1
  narrow[digit][2 * lane] = 1; // expect: store 1/1
  narrow[digit][t] = 1; // expect: upper-bound store 2/1 2-way
  wide[digit][lane] = 1; // expect: store 2/2
  out[t] = wide[digit][lane]; // expect: load 2/2
  out[t] = wide[digit][lane / 2]; // expect: unknown load data-dependent-index
  odd[digit][lane] = 1; // expect: unknown store data-dependent-index
  counts[digit][t / 2] = 1; // expect: unknown store data-dependent-index
  if (in[t])
    counts[digit][t] = 1; // expect: store 1/1
  for (int i = 0; i < 64; i++)
    counts[in[t + i] & 15][t] += 2; // expect: load 1/1 total 256/256, store 1/1 total 256/256
  for (int i = 0; i < 4; i++)
    counts[in[t + i] & 15][t * i & 127] += 2; // expect: unknown load data-dependent-index, unknown store data-dependent-index
  int row = digit * 128;
  for (int i = 0; i < in[0]; i++) {
    flat[(row + t) & 2047] = i; // expect: unknown store data-dependent-index
    row += lane;
  }
}

// What tells words of one bank apart is known, too, and what a loop keeps of an
// index that lanes leave it with.
__global__ void kept(const int *in, float *out, int n) {
  __shared__ volatile float2 pairs[64][32];
  __shared__ volatile float s[4096];
  const int t = threadIdx.x;
  out[t] = pairs[in[t] & 63][t & 31].x; // expect: load 2/1 2-way
  int i = t;
  for (; in[i] < n; i += 256)
    s[i] = 0; // expect: store 1/1
  s[i] = 1; // expect: store 1/1
  s[2 * i] = 1; // expect: store 2/1 2-way
  for (; i < in[n]; i += 1024)
    s[i & 2047] = 1; // expect: store 1/1
  for (; i < n; i += in[i])
    s[i] = 1; // expect: unknown store loop-carried
  int j = t;
  for (int k = 0; k < n; k++) {
    s[j] = 1; // expect: store 1/1
    j = (j + 32 * in[j]) & 4095;
  }
}

// Both halves of what the compiler merges may be merged.
__global__ void halves(const int *in, float *out) {
  __shared__ float s[8192];
  const int t = threadIdx.x;
  const int row = 128 * in[t];
  s[2 * t + row] = 1; // expect: upper-bound store 2/1 2-way
  s[2 * t + row + 1] = 2; // expect: upper-bound store 2/1 2-way
}

void launch(const int *in, float *out) {
  halves<<<1, 32>>>(in, out);
  rows<<<1, 128>>>(in, out);
  kept<<<1, 128>>>(in, out, *in);
}
