// References as results, as members and to one of several places.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ int &pick(int &a, int &b, bool c) { return c ? a : b; }
__device__ int &pickByReturn(int &a, int &b, bool c) {
  if (c)
    return a;
  return b;
}
template <class T> __device__ const T &least(const T &a, const T &b) {
  return b < a ? b : a;
}
template <class T> __device__ const T &most(const T &a, const T &b) {
  if (a < b)
    return b;
  return a;
}

__global__ void locals(const int *in, float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  int i = t, j = 2 * t;
  pick(i, j, true) = 8 * t;
  s[i] = 1; // expect: store 8/1 8-way
  s[j] = 1; // expect: store 2/1 2-way
  pickByReturn(i, j, false) = 16 * t;
  s[i] = 1; // expect: store 8/1 8-way
  s[j] = 1; // expect: store 16/1 16-way
  (t < 16 ? i : j) = t;
  s[i] = 1;          // expect: store 5/1 5-way
  s[j % 256] = 1;    // expect: store 8/1 8-way
  s[least(t, 3) * 32] = 1; // expect: store 4/1 4-way
  s[most(t, 30) * 32] = 1; // expect: store 2/1 2-way
  i = t, j = 2 * t;
  int &one = pickByReturn(i, j, in[t]);
  s[one] = 1; // expect: unknown store unknown-condition
  one = t;
  s[i] = 1; // expect: store 1/1
  s[j] = 1; // expect: unknown store unknown-condition
}

struct Tiles {
  float (&even)[32][32];
  float (&odd)[32][33];
  int &count;
  __device__ Tiles(float (&even)[32][32], float (&odd)[32][33], int &count)
      : even(even), odd(odd), count(count) {}
  __device__ void column(int x) {
    even[x][0] = 1; // expect: store 32/1 32-way
    odd[x][0] = 1;  // expect: store 1/1
    ++count;
  }
};
struct View {
  float *p;
  int pitch;
  __device__ View(float *p, int pitch) : p(p), pitch(pitch) {}
  __device__ float &operator()(int row, int column) {
    return p[row * pitch + column];
  }
  __device__ View from(int i) const { return View(p + i, pitch); }
};
__device__ void unseen(View view);
__device__ float (&whole())[32][32] {
  __shared__ float tile[32][32];
  return tile;
}

__global__ void members(float *out) {
  __shared__ float even[32][32];
  __shared__ float odd[32][33];
  int t = threadIdx.x;
  int count = 0;
  Tiles tiles(even, odd, count);
  Tiles same = tiles;
  same.column(t);
  __syncthreads();
  even[count * t][0] = 1; // expect: store 32/1 32-way
  __syncthreads();
  View view(&even[0][0], 32);
  view(t, 0) = 1; // expect: store 32/1 32-way
  __syncthreads();
  view.from(5)(0, t) = 1; // expect: store 1/1
  __syncthreads();
  View row = view.from(t);
  row.p[t] = 1; // expect: store 2/1 2-way
  whole()[t][0] = 1; // expect: store 32/1 32-way
  auto &tile = whole();
  tile[0][t] = 1; // expect: store 1/1
  unseen(row); // expect: unknown load unknown-call
}

void launch(const int *in, float *out) {
  locals<<<1, 32>>>(in, out);
  members<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "locals"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:in#[0-9]+]] = opaque<unknown-pointer>("a kernel argument", name "in", elsewhere):u64
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: i = t
// PROGRAM-NEXT: j = 2 * t
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = 8 * t
// PROGRAM-NEXT: i = [[V1]]
// PROGRAM-NEXT: j = j
// PROGRAM-NEXT: store 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(j)] volatile array s
// PROGRAM-NEXT: region "pickByReturn" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = 0
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V2]] = 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = [[V2]] == 0
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = 16 * t
// PROGRAM-NEXT: i = [[V3]] ? [[V4]] : i
// PROGRAM-NEXT: j = [[V3]] ? j : [[V4]]
// PROGRAM-NEXT: store 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(j)] volatile array s
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = t < 16
// PROGRAM-NEXT: [[V6:""#[0-9]+]] = [[V5]]
// PROGRAM-NEXT: [[V7:""#[0-9]+]] = t
// PROGRAM-NEXT: i = [[V6]] ? [[V7]] : i
// PROGRAM-NEXT: j = [[V6]] ? j : [[V7]]
// PROGRAM-NEXT: store 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(j % 256)] volatile array s
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = 3
// PROGRAM-NEXT: [[V9:""#[0-9]+]] = [[V8]] < t
// PROGRAM-NEXT: [[V10:""#[0-9]+]] = [[V9]]
// PROGRAM-NEXT: [[V11:""#[0-9]+]] = [[V10]]
// PROGRAM-NEXT: store 4 &s[i64(([[V11]] ? [[V8]] : t) * 32)] volatile array s
// PROGRAM-NEXT: [[V12:""#[0-9]+]] = 30
// PROGRAM-NEXT: region "most" {
// PROGRAM-NEXT: if (t < [[V12]]) {
// PROGRAM-NEXT: [[V13:""#[0-9]+]] = 0
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V13]] = 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V14:""#[0-9]+]] = [[V13]] == 0
// PROGRAM-NEXT: store 4 &s[i64(([[V14]] ? [[V12]] : t) * 32)] volatile array s
// PROGRAM-NEXT: i = t
// PROGRAM-NEXT: j = 2 * t
// PROGRAM-NEXT: [[V15:c#[0-9]+]] = opaque<data-dependent-index>("read from memory through 'in'", name "in[t]", [[V0]], i64(t) * 4:i64):i32 != 0
// PROGRAM-NEXT: region "pickByReturn" {
// PROGRAM-NEXT: if ([[V15]]) {
// PROGRAM-NEXT: [[V16:""#[0-9]+]] = 0
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V16]] = 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V17:""#[0-9]+]] = [[V16]] == 0
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = [[V17]]
// PROGRAM-NEXT: store 4 &s[i64([[V18]] ? i : j)] volatile array s
// PROGRAM-NEXT: [[V19:""#[0-9]+]] = t
// PROGRAM-NEXT: i = [[V18]] ? [[V19]] : i
// PROGRAM-NEXT: j = [[V18]] ? j : [[V19]]
// PROGRAM-NEXT: store 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(j)] volatile array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "members"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: count = 0
// PROGRAM-NEXT: x = t
// PROGRAM-NEXT: region "column" {
// PROGRAM-NEXT: store 4 &even[i64(x)][0:i64] array even
// PROGRAM-NEXT: store 4 &odd[i64(x)][0:i64] array odd
// PROGRAM-NEXT: count = count + 1
// PROGRAM-NEXT: }
// PROGRAM-NEXT: barrier
// PROGRAM-NEXT: store 4 &even[i64(count * t)][0:i64] array even
// PROGRAM-NEXT: barrier
// PROGRAM-NEXT: [[V0:p#[0-9]+]] = &even[0:i64][0:i64]
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: "view.p" = [[V1]]
// PROGRAM-NEXT: "view.pitch" = 32
// PROGRAM-NEXT: [[V2:row#[0-9]+]] = t
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = "view.p" + u64(i64(([[V2]] * "view.pitch") + 0) * 4:i64)
// PROGRAM-NEXT: store 4 [[V3]]
// PROGRAM-NEXT: barrier
// PROGRAM-NEXT: [[V4:p#[0-9]+]] = "view.p" + 20:u64
// PROGRAM-NEXT: [[V5:pitch#[0-9]+]] = "view.pitch"
// PROGRAM-NEXT: [[V6:""#[0-9]+]] = [[V4]]
// PROGRAM-NEXT: [[V7:"\.p"#[0-9]+]] = [[V6]]
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = [[V5]]
// PROGRAM-NEXT: [[V9:"\.pitch"#[0-9]+]] = [[V8]]
// PROGRAM-NEXT: [[V10:column#[0-9]+]] = t
// PROGRAM-NEXT: [[V11:""#[0-9]+]] = [[V7]] + u64(i64((0 * [[V9]]) + [[V10]]) * 4:i64)
// PROGRAM-NEXT: store 4 [[V11]]
// PROGRAM-NEXT: barrier
// PROGRAM-NEXT: [[V12:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V13:p#[0-9]+]] = "view.p" + u64(i64([[V12]]) * 4:i64)
// PROGRAM-NEXT: [[V14:""#[0-9]+]] = [[V13]]
// PROGRAM-NEXT: "row.p" = [[V14]]
// PROGRAM-NEXT: store 4 ("row.p" + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 &tile[i64(t)][0:i64] array tile
// PROGRAM-NEXT: store 4 &tile[0:i64][i64(t)] array tile
// PROGRAM-NEXT: load 4 opaque<unknown-call>("the effect of 'unseen' on its arguments", divergent):u64
// PROGRAM-NEXT: }
