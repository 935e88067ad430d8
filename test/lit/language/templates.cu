// Templates: one verdict for each instantiation.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

template <typename T> __global__ void byType(T *out) {
  __shared__ T s[32][32];
  // expect[byType<char>]: load 8/1 8-way
  // expect[byType<float>]: load 32/1 32-way
  // expect[byType<double>]: load 32/2 16-way
  out[0] = s[threadIdx.x][0];
  // expect: load 1/1
  // expect[byType<double>]: load 2/2
  out[0] = s[0][threadIdx.x];
}

template <int STRIDE, bool ODD> __global__ void byValue(float *out) {
  __shared__ float s[4096];
  if constexpr (ODD)
    // expect[byValue<2, true>]: store 1/1
    // expect[byValue<2, false>]: none
    s[threadIdx.x * (STRIDE + 1)] = 1;
  else
    // expect[byValue<2, true>]: none
    // expect[byValue<2, false>]: store 2/1 2-way
    s[threadIdx.x * STRIDE] = 1;
}

template <typename T, int N> struct Tile {
  T values[N][N + 1];
};
template <typename T> struct Traits {
  static constexpr int Stride = sizeof(T);
};
template <class Policy> __global__ void byClass(float *out) {
  __shared__ Tile<float, 31> tile;
  __shared__ float s[4096];
  tile.values[threadIdx.x][0] = 1;     // expect: store 31/1 31-way
  s[threadIdx.x * Policy::Stride] = 1; // expect: store 8/1 8-way
}

template <typename T> __device__ T *rowOf(T *base, int row) {
  return base + row * 32;
}
template <int N> __device__ void fill(float (&s)[N][N], int x, int y) {
  s[y][x] = N; // expect: store 1/1
  s[x][y] = N; // expect: store 32/1 32-way
}
template <int N> __global__ void callers(float *out) {
  __shared__ float s[N][N];
  out[0] = *rowOf(&s[0][0], threadIdx.x);         // expect: load 32/1 32-way
  out[0] = rowOf<float>(s[0], 1)[threadIdx.x];     // expect: load 1/1
  fill(s, threadIdx.x, threadIdx.y);
}

// Instantiated without a launch.
template <int N> __global__ void explicitly(float *out) {
  __shared__ float s[N];
  s[threadIdx.x * 2 % N] = 1; // expect: store 2/1 2-way
}
template __global__ void explicitly<1024>(float *);

template <> __global__ void byValue<7, false>(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x * 7] = 1; // expect: store 1/1
}

void launch(char *c, float *f, double *d) {
  byType<<<1, 31>>>(c);
  byType<<<1, 32>>>(f);
  byType<<<1, 32>>>(d);
  byValue<2, true><<<1, 32>>>(f);
  byValue<2, false><<<1, 32>>>(f);
  byValue<7, false><<<1, 32>>>(f);
  byClass<Traits<double>><<<1, 31>>>(f);
  callers<32><<<1, dim3(32, 4)>>>(f);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "byType<double>"
// PROGRAM: shared s : double 8 [32][32] align 8
// PROGRAM: load 8 &s[i64(threadIdx.x)][0:i64] array s
// PROGRAM-LABEL: kernel "byValue<2, false>"
// PROGRAM: shared s : float 4 [4096] align 4
// PROGRAM: store 4 &s[i64(threadIdx.x * 2:u32)] array s
// PROGRAM-LABEL: kernel "byValue<2, true>"
// PROGRAM: shared s : float 4 [4096] align 4
// PROGRAM: store 4 &s[i64(threadIdx.x * 3:u32)] array s
// PROGRAM-LABEL: kernel "byClass<Traits<double>>"
// PROGRAM: shared tile : "Tile<float, 31>" 3968 align 4
// PROGRAM: store 4 &tile.bytes(i64(threadIdx.x) * 128:i64) array tile
// PROGRAM-NEXT: store 4 &s[i64(threadIdx.x * 8:u32)] array s
// PROGRAM-LABEL: kernel "callers<32>"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:base#[0-9]+]] = &s[0:i64][0:i64]
// PROGRAM-NEXT: [[V1:row#[0-9]+]] = i32(threadIdx.x)
// PROGRAM-NEXT: load 4 ([[V0]] + u64(i64([[V1]] * 32) * 4:i64))
// PROGRAM-NEXT: [[V2:base#[0-9]+]] = &s[0:i64]
// PROGRAM-NEXT: load 4 (([[V2]] + 128:u64) + u64(i64(threadIdx.x) * 4:i64))
// PROGRAM-NEXT: x = i32(threadIdx.x)
// PROGRAM-NEXT: y = i32(threadIdx.y)
// PROGRAM-NEXT: region "fill" {
// PROGRAM-NEXT: store 4 &s[i64(y)][i64(x)] array s
// PROGRAM-NEXT: store 4 &s[i64(x)][i64(y)] array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "explicitly<1024>"
// PROGRAM: shared s : float 4 [1024] align 4
// PROGRAM: store 4 &s[i64((threadIdx.x * 2:u32) % 1024:u32)] array s
// PROGRAM-LABEL: kernel "byValue<7, false>"
// PROGRAM: store 4 &s[i64(threadIdx.x * 7:u32)] array s
