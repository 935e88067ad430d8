// Dynamic shared memory cut into parts at offsets that all threads share.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void offsets(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float *a = s;
  float *b = a + n;
  float *c = &b[n * 2 + blockDim.x];
  a[t] = 1;       // expect: silent
  b[t * 2] = 1;   // expect: store 2/1 2-way
  c[t] = b[t];    // expect: store 1/1, load 1/1
  c[t * 32] = 1;  // expect: store 32/1 32-way
  int *indices = (int *)(c + blockIdx.x);
  indices[t * 4] = 1; // expect: store 4/1 4-way
  // A double lies at a multiple of 8, or the kernel would fail.
  double *wide = (double *)(c + n);
  wide[t] = 1;        // expect: store 2/2
  wide[t * 2] = 1;    // expect: store 4/2 2-way
  float4 *quads = (float4 *)(wide + n);
  quads[t] = make_float4(1, 2, 3, 4); // expect: store 4/4
  // Bytes may begin at any place in a word.
  char *bytes = (char *)s + n;
  bytes[t] = 1;       // expect: store 1/1
  bytes[t * 4] = 1;   // expect: silent
  bytes[t * 8] = 1;   // expect: store 2/1 2-way
}

__global__ void rounded(float *out, int n) {
  extern __shared__ char pool[];
  int t = threadIdx.x;
  size_t offset = 0;
  float *a = reinterpret_cast<float *>(pool + offset);
  offset += n * sizeof(float);
  offset = (offset + 15) & ~size_t(15);
  float4 *b = reinterpret_cast<float4 *>(pool + offset);
  offset += n * sizeof(float4);
  offset = (offset + 127) / 128 * 128;
  double *c = (double *)&pool[offset];
  a[t] = 1;                        // expect: silent
  b[t] = make_float4(1, 2, 3, 4);  // expect: store 4/4
  b[t * 2] = make_float4(1, 2, 3, 4);  // expect: store 8/4 2-way
  c[t * 16] = 1;                   // expect: store 32/2 16-way
}

__global__ void rows(float *out, int n) {
  extern __shared__ float tile[][32];
  extern __shared__ float odd[][33];
  int t = threadIdx.x;
  tile[t][0] = 1;  // expect: store 32/1 32-way
  tile[0][t] = 1;  // expect: silent
  tile[n][t] = 1;  // expect: silent
  odd[t][n] = 1;   // expect: silent
  odd[t * 32][0] = 1; // expect: store 32/1 32-way
}

struct Stage {
  float a[32][33];
  float4 b[64];
};
__global__ void overlaid(float *out) {
  extern __shared__ unsigned char raw[];
  Stage &first = *reinterpret_cast<Stage *>(raw);
  Stage *stages = (Stage *)raw;
  int t = threadIdx.x;
  first.a[t][0] = 1;          // expect: silent
  first.a[0][t * 2] = 1;      // expect: store 2/1 2-way
  first.b[t] = first.b[2 * t]; // expect: store 4/4, load 8/4 2-way
  stages[1].a[t][1] = 1;      // expect: silent
  stages[t & 1].b[t].x = 1;   // expect: store 4/1 4-way
}

template <typename T> struct SharedMemory;
template <> struct SharedMemory<float> {
  __device__ operator float *() {
    extern __shared__ float floats[];
    return floats;
  }
  __device__ float *getPointer() {
    extern __shared__ float floats[];
    return floats;
  }
};
template <> struct SharedMemory<double> {
  __device__ operator double *() {
    extern __shared__ double doubles[];
    return doubles;
  }
  __device__ double *getPointer() {
    extern __shared__ double doubles[];
    return doubles;
  }
};
template <typename T> __global__ void wrapped(T *out) {
  T *s = SharedMemory<T>();
  SharedMemory<T> memory;
  T *again = memory.getPointer();
  int t = threadIdx.x;
  // expect[wrapped<float>]: store 2/1 2-way
  // expect[wrapped<double>]: store 4/2 2-way
  s[t * 2] = 1;
  // expect[wrapped<float>]: store 1/1
  // expect[wrapped<double>]: store 2/2
  again[t] = 1;
}

// The dynamic part begins after the static arrays, at its own alignment.
extern __shared__ __align__(16) double tail[];
__global__ void behind(float *out) {
  __shared__ char odd[3];
  __shared__ float head[32][32];
  int t = threadIdx.x;
  odd[t % 3] = 1;     // expect: silent
  head[t][0] = 1;     // expect: store 32/1 32-way
  tail[t] = 1;        // expect: store 2/2
  ((float *)tail)[t * 2] = 1; // expect: upper-bound store 2/1 2-way
  reinterpret_cast<float4 *>(tail)[t] = make_float4(1, 2, 3, 4); // expect: store 4/4
}

void launch(float *out, double *doubles, int n, size_t bytes) {
  offsets<<<1, 32, bytes>>>(out, n);
  rounded<<<1, 32, bytes>>>(out, n);
  rows<<<1, 32, bytes>>>(out, n);
  overlaid<<<1, 32, sizeof(Stage) * 2>>>(out);
  wrapped<<<1, 32, 512>>>(out);
  wrapped<<<1, 32, 512>>>(doubles);
  behind<<<1, 32, 512>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "offsets"
// PROGRAM: a = &s
// PROGRAM-NEXT: b = a + u64(i64(n) * 4:i64)
// PROGRAM-NEXT: c = b + u64(i64(u32(n * 2) + blockDim.x) * 4:i64)
// PROGRAM-NEXT: store 4 (a + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 (b + u64(i64(t * 2) * 4:i64))
// PROGRAM-NEXT: load 4 (b + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 (c + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 (c + u64(i64(t * 32) * 4:i64))
// PROGRAM-NEXT: indices = c + u64(i64(blockIdx.x) * 4:i64)
// PROGRAM-NEXT: store 4 (indices + u64(i64(t * 4) * 4:i64))
// PROGRAM-NEXT: wide = c + u64(i64(n) * 4:i64)
// PROGRAM-NEXT: store 8 (wide + u64(i64(t) * 8:i64))
// PROGRAM-NEXT: store 8 (wide + u64(i64(t * 2) * 8:i64))
// PROGRAM-NEXT: quads = wide + u64(i64(n) * 8:i64)
// PROGRAM-LABEL: kernel "rounded"
// PROGRAM: a = &pool + u64(i64(offset) * 1:i64)
// PROGRAM-NEXT: offset = offset + (u64(n) * 4:u64)
// PROGRAM-NEXT: offset = (offset + 15:u64) & 18446744073709551600:u64
// PROGRAM-NEXT: b = &pool + u64(i64(offset) * 1:i64)
// PROGRAM-NEXT: offset = offset + (u64(n) * 16:u64)
// PROGRAM-NEXT: offset = ((offset + 127:u64) / 128:u64) * 128:u64
// PROGRAM-NEXT: c = &pool[i64(offset)]
// PROGRAM-LABEL: kernel "rows"
// PROGRAM: shared tile : float 4 [0][32] align 4 dynamic
// PROGRAM: store 4 &tile[i64(t)][0:i64] array tile
// PROGRAM-NEXT: store 4 &tile[0:i64][i64(t)] array tile
// PROGRAM-NEXT: store 4 &tile[i64(n)][i64(t)] array tile
// PROGRAM-NEXT: store 4 &odd[i64(t)][i64(n)] array odd
// PROGRAM-NEXT: store 4 &odd[i64(t * 32)][0:i64] array odd
// PROGRAM-LABEL: kernel "overlaid"
// PROGRAM: [[T:""#[0-9]+]] = &raw
// PROGRAM-NEXT: stages = &raw
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 ([[T]] + u64(i64(t) * 132:i64))
// PROGRAM-NEXT: store 4 ([[T]] + u64(i64(t * 2) * 4:i64))
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = ([[T]] + 4224:u64) + u64(i64(2 * t) * 16:i64)
// PROGRAM-NEXT: load 16 [[T2]]
// PROGRAM-NEXT: store 16 (([[T]] + 4224:u64) + u64(i64(t) * 16:i64))
// PROGRAM-NEXT: store 4 (((stages + 5248:u64) + u64(i64(t) * 132:i64)) + 4:u64)
// PROGRAM-NEXT: store 4 (((stages + u64(i64(t & 1) * 5248:i64)) + 4224:u64) + u64(i64(t) * 16:i64))
