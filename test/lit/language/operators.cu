// Integer operators keep C++'s widths and signs.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void arithmetic(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[0] = s[t + 1];            // expect: load 1/1
  out[0] = s[31 - t];           // expect: load 1/1
  out[0] = s[3 * t];            // expect: load 1/1
  out[0] = s[6 * t];            // expect: load 2/1 2-way
  out[0] = s[t / 4];            // expect: load 1/1
  out[0] = s[t % 8 * 32];       // expect: load 8/1 8-way
  out[0] = s[-t + 32];          // expect: load 1/1
  out[0] = s[+t * 16];          // expect: load 16/1 16-way
  out[0] = s[(t, t * 4)];       // expect: load 4/1 4-way
  out[0] = s[t * t];            // expect: load 8/1 8-way
  out[0] = s[abs(t - 16) * 32]; // expect: load 17/1 17-way
  out[0] = s[min(t, 3) * 32];   // expect: load 4/1 4-way
  out[0] = s[max(t, 24) * 32];  // expect: load 8/1 8-way
}

__global__ void bits(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[0] = s[t & 15];              // expect: load 1/1
  out[0] = s[(t & 3) * 32];        // expect: load 4/1 4-way
  out[0] = s[t | 1];               // expect: load 1/1
  out[0] = s[t ^ 5];               // expect: load 1/1
  out[0] = s[(t * 32) ^ t];        // expect: load 1/1
  out[0] = s[~t & 31];             // expect: load 1/1
  out[0] = s[t << 5];              // expect: load 32/1 32-way
  out[0] = s[(t << 5) >> 4];       // expect: load 2/1 2-way
  out[0] = s[__popc(t) * 32];      // expect: load 6/1 6-way
  out[0] = s[__brev(t) >> 27];     // expect: load 1/1
  out[0] = s[(__clz(t) - 27) * 32]; // expect: load 6/1 6-way
  out[0] = s[__ffs(t) * 32];       // expect: load 6/1 6-way
}

__global__ void comparisons(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[0] = s[(t < 16) * 32];               // expect: load 2/1 2-way
  out[0] = s[(t >= 32) * 32];              // expect: load 1/1
  out[0] = s[(t == 5) * 32 + (t != 5) * 64]; // expect: load 2/1 2-way
  out[0] = s[!t * 32];                     // expect: load 2/1 2-way
  out[0] = s[(t > 3 && t <= 8) * 32];      // expect: load 2/1 2-way
  out[0] = s[(t > 31 || t < 0) * 32];      // expect: load 1/1
}

__global__ void widths(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  unsigned char wraps = t * 16;
  out[0] = s[wraps * 2];                 // expect: load 16/1 16-way
  signed char negative = t * 8;
  out[0] = s[negative + 128];            // expect: load 8/1 8-way
  out[0] = s[(unsigned short)(t << 12) >> 12]; // expect: load 1/1
  out[0] = s[(t - 16) / 8 + 2];          // expect: load 1/1
  out[0] = s[((t - 16) / 32 + 1) * 32];  // expect: load 1/1
  out[0] = s[((t - 16) >> 5) * 32 + 32]; // expect: load 2/1 2-way
  out[0] = s[(unsigned)(t - 1) % 31];    // expect: load 1/1
  out[0] = s[((t - 16) % 8 + 8) * 32];   // expect: load 15/1 15-way
  long long wide = (long long)t << 32;
  out[0] = s[(wide >> 32) * 32];         // expect: load 32/1 32-way
  out[0] = s[(int)wide + t];             // expect: load 1/1
  out[0] = s[true + t];                  // expect: load 1/1
}

void launch(int *out) {
  arithmetic<<<1, 32>>>(out);
  bits<<<1, 32>>>(out);
  comparisons<<<1, 32>>>(out);
  widths<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "arithmetic"
// PROGRAM: load 4 &s[i64((t % 8) * 32)] array s
// PROGRAM: load 4 &s[i64(abs(t - 16) * 32)] array s
// PROGRAM-NEXT: load 4 &s[i64(min(t, 3) * 32)] array s
// PROGRAM-LABEL: kernel "bits"
// PROGRAM: load 4 &s[i64(~t & 31)] array s
// PROGRAM: load 4 &s[i64((t << 5) >> 4)] array s
// PROGRAM-NEXT: load 4 &s[i64(i32(popc(u32(t))) * 32)] array s
// PROGRAM-NEXT: load 4 &s[i64(brev(u32(t)) >> 27:u32)] array s
// PROGRAM-NEXT: load 4 &s[i64((clz(t) - 27) * 32)] array s
// PROGRAM-LABEL: kernel "comparisons"
// PROGRAM: load 4 &s[i64((i32(t == 5) * 32) + (i32(t != 5) * 64))] array s
// PROGRAM-NEXT: load 4 &s[i64(i32(!(t != 0)) * 32)] array s
// PROGRAM-NEXT: load 4 &s[i64(i32((t > 3) && (t <= 8)) * 32)] array s
// PROGRAM-LABEL: kernel "widths"
// PROGRAM: wraps = u8(t * 16)
// PROGRAM-NEXT: load 4 &s[i64(i32(wraps) * 2)] array s
// PROGRAM-NEXT: negative = i8(t * 8)
// PROGRAM-NEXT: load 4 &s[i64(i32(negative) + 128)] array s
// PROGRAM-NEXT: load 4 &s[i64(i32(u16(t << 12)) >> 12)] array s
// PROGRAM: load 4 &s[i64(u32(t - 1) % 31:u32)] array s
// PROGRAM: wide = i64(t) << 32:i64
// PROGRAM-NEXT: load 4 &s[(wide >> 32:i64) * 32:i64] array s
// PROGRAM-NEXT: load 4 &s[i64(i32(wide) + t)] array s
