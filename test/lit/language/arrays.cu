// Arrays of one to three dimensions, their extents spelled in several ways.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#define ROWS 32
#define COLS (ROWS * 2)
constexpr int Pitch = 33;
enum { Depth = 2 };

__global__ void literals(float *out) {
  __shared__ float one[2048];
  __shared__ float two[32][32];
  __shared__ float three[4][32][16];
  int t = threadIdx.x;
  one[t] = 1;             // expect: silent
  one[t * 32] = 1;        // expect: upper-bound store 32/1 32-way
  two[0][t] = 1;          // expect: silent
  two[t][0] = 1;          // expect: store 32/1 32-way
  three[3][t][15] = 1;    // expect: upper-bound store 16/1 16-way
  three[t / 16][2][t % 16] = 1; // expect: upper-bound store 2/1 2-way
  three[1][t / 16][t % 16] = 1; // expect: silent
  out[t] = two[t][t];     // expect: load 1/1
}

__global__ void macros(float *out) {
  __shared__ float tile[ROWS][COLS];
  out[threadIdx.x] = tile[threadIdx.x][1]; // expect: load 32/1 32-way
  out[threadIdx.x] = tile[1][threadIdx.x]; // expect: silent
}

__global__ void constants(float *out) {
  const int rows = 32;
  __shared__ float odd[rows][Pitch];
  __shared__ float even[Depth][rows][sizeof(double) * 2];
  out[threadIdx.x] = odd[threadIdx.x][0];     // expect: silent
  out[threadIdx.x] = even[1][threadIdx.x][0]; // expect: load 16/1 16-way
}

template <int N, typename T> __global__ void parameters(T *out) {
  __shared__ T tile[N][N + 1];
  // expect[parameters<32, float>]: load 1/1
  // expect[parameters<31, float>]: load 31/1 31-way
  out[threadIdx.x] = tile[threadIdx.x][0];
}

void launch(float *out) {
  literals<<<1, 32>>>(out);
  macros<<<1, 32>>>(out);
  constants<<<1, 32>>>(out);
  parameters<32><<<1, 32>>>(out);
  parameters<31><<<1, 31>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "literals"
// PROGRAM: shared one : float 4 [2048] align 4
// PROGRAM-NEXT: shared two : float 4 [32][32] align 4
// PROGRAM-NEXT: shared three : float 4 [4][32][16] align 4
// PROGRAM: store 4 &three[3:i64][i64(t)][15:i64] unused by U2 array three
// PROGRAM-NEXT: store 4 &three[i64(t / 16)][2:i64][i64(t % 16)] unused by U2 array three
// PROGRAM-NEXT: store 4 &three[1:i64][i64(t / 16)][i64(t % 16)] unused by U2 array three
// PROGRAM-LABEL: kernel "macros"
// PROGRAM: shared tile : float 4 [32][64] align 4
// PROGRAM: load 4 &tile[i64(threadIdx.x)][1:i64] array tile
// PROGRAM-LABEL: kernel "constants"
// PROGRAM: shared even : float 4 [2][32][16] align 4
// PROGRAM: load 4 &even[1:i64][i64(threadIdx.x)][0:i64] array even
// PROGRAM-LABEL: kernel "parameters<31, float>"
// PROGRAM: shared tile : float 4 [31][32] align 4
// PROGRAM: load 4 &tile[i64(threadIdx.x)][0:i64] array tile
// PROGRAM-LABEL: kernel "parameters<32, float>"
// PROGRAM: shared tile : float 4 [32][33] align 4
// PROGRAM: load 4 &tile[i64(threadIdx.x)][0:i64] array tile
