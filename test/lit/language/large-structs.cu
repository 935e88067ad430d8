// Structs with more members than are followed, and subscripts inside of them.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct Fragment {
  int words[64];
};
/// As libraries have it: pointers and buffers in one object.
struct Tile {
  float *base;
  Fragment loaded[8]; // 512 integers: too many.
  float *rows[4];
  int stride;
  int steps[4];
  float sums[16];
};

__global__ void partly(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  Tile tile;
  tile.base = s;
  tile.stride = 32;
  for (int i = 0; i < 4; ++i) {
    tile.rows[i] = s + 64 * i;
    tile.steps[i] = 1 << i;
  }
  for (int i = 0; i < 8; ++i)
    tile.loaded[i].words[n] = i;
  tile.sums[n] = 1;
  tile.base[t * tile.stride] = 1;   // expect: store 32/1 32-way
  tile.base[t] = 1;                 // expect: silent
  tile.rows[2][t * 4] = 1;          // expect: store 4/1 4-way
  s[t * tile.steps[3]] = 1;         // expect: store 8/1 8-way
  s[tile.loaded[1].words[2]] = 1;   // expect: unknown store unsupported-construct
  s[tile.loaded[n].words[t]] = 1;   // expect: unknown store unsupported-construct
}

/// What a store to an element may change: its array, and no other.
struct Two {
  int first[2];
  int second[2];
  int grid[2][2];
};
__global__ void neighbours(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  Two two = {{1, 2}, {4, 8}, {{16, 16}, {16, 16}}};
  two.first[n] = t;
  s[t * two.second[1]] = 1; // expect: store 8/1 8-way
  s[two.first[0]] = 1;      // expect: store 1/1
  two.grid[0][n] = 32;      // Rows are left: people walk whole grids so.
  s[t * two.grid[1][0]] = 1; // expect: depends store 32/1 32-way
  int *walk = &two.first[0];
  walk[n + 2] = 32;
  s[t * two.second[0]] = 1; // expect: store 4/1 4-way
}
/// A struct's address is no array's.
__global__ void across(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int4 quad = make_int4(1, 2, 4, 8);
  (&quad.x)[n] = 16;
  s[t * quad.w] = 1; // expect: depends store 16/1 16-way
}

/// Pointers that the host passes do not point to shared memory, wherever they
/// are.
struct Argument {
  int data[300];
  const float *const *pointers[300];
  const float *last;
};
__global__ void arguments(Argument a, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = a.last[t] + a.pointers[3][t][t]; // expect: silent
  out[t] = s[t * 2];                      // expect: load 2/1 2-way
}

void launch(float *out, Argument a, int n) {
  partly<<<1, 32>>>(out, n);
  neighbours<<<1, 32>>>(out, n);
  across<<<1, 32>>>(out, n);
  arguments<<<1, 32>>>(a, out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "partly"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = &s
// PROGRAM-NEXT: "tile.base" = [[V0]]
// PROGRAM-NEXT: "tile.stride" = 32
// PROGRAM-NEXT: [[V1:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[V1]] weight 9 folded 4 test ([[V1]] < 4) {
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = &s + u64(i64(64 * [[V1]]) * 4:i64)
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = (i64([[V1]]) * 8:i64) + 2056:i64
// PROGRAM-NEXT: "tile.rows[2]" = ([[V3]] == 2072:i64) ? [[V2]] : "tile.rows[2]"
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = 1 << [[V1]]
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = (i64([[V1]]) * 4:i64) + 2092:i64
// PROGRAM-NEXT: "tile.steps[3]" = ([[V5]] == 2104:i64) ? [[V4]] : "tile.steps[3]"
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[V1]] = [[V1]] + 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V6:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[V6]] weight 5 folded 1 test ([[V6]] < 8) {
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[V6]] = [[V6]] + 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 ("tile.base" + u64(i64(t * "tile.stride") * 4:i64))
// PROGRAM-NEXT: store 4 ("tile.base" + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 ("tile.rows[2]" + u64(i64(t * 4) * 4:i64))
// PROGRAM-NEXT: store 4 &s[i64(t * "tile.steps[3]")] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unsupported-construct>("part of a local struct or array", divergent):i32)] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unsupported-construct>("part of a local struct or array", divergent, (i64(n) * 256:i64) + (i64(t) * 4:i64)):i32)] array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "neighbours"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: "two.first[0]" = 1
// PROGRAM-NEXT: "two.second[0]" = 4
// PROGRAM-NEXT: "two.second[1]" = 8
// PROGRAM-NEXT: "two.grid[1][0]" = 16
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = t
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = (i64(n) * 4:i64) + 0:i64
// PROGRAM-NEXT: "two.first[0]" = ([[V1]] == 0:i64) ? [[V0]] : "two.first[0]"
// PROGRAM-NEXT: store 4 &s[i64(t * "two.second[1]")] array s
// PROGRAM-NEXT: store 4 &s[i64("two.first[0]")] array s
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = (i64(n) * 4:i64) + 16:i64
// PROGRAM-NEXT: "two.grid[1][0]" = ([[V2]] == 24:i64) ? 32 : "two.grid[1][0]"
// PROGRAM-NEXT: store 4 &s[i64(t * "two.grid[1][0]")] array s
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = (i64(n + 2) * 4:i64) + 0:i64
// PROGRAM-NEXT: "two.first[0]" = ([[V3]] == 0:i64) ? 32 : "two.first[0]"
// PROGRAM-NEXT: store 4 &s[i64(t * "two.second[0]")] array s
// PROGRAM-NEXT: }
