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
// PROGRAM: store 4 &s[i64(i)] volatile array s
// PROGRAM: store 4 &s[i64(j)] volatile array s
// PROGRAM: if (false) {
// PROGRAM: store 4 &s[i64(i)] volatile array s
// PROGRAM: store 4 &s[i64(j)] volatile array s
// PROGRAM: store 4 &s[i64(i)] volatile array s
// PROGRAM: store 4 &s[i64(j % 256)] volatile array s
// PROGRAM: store 4 &s[i64((""#{{[0-9]+}} ? ""#{{[0-9]+}} : t) * 32)] volatile array s
// PROGRAM: if (t < ""#{{[0-9]+}}) {
// PROGRAM: store 4 &s[i64((""#{{[0-9]+}} ? ""#{{[0-9]+}} : t) * 32)] volatile array s
// PROGRAM: if (c#{{[0-9]+}}) {
// PROGRAM: store 4 &s[i64(""#{{[0-9]+}} ? i : j)] volatile array s
// PROGRAM: store 4 &s[i64(i)] volatile array s
// PROGRAM: store 4 &s[i64(j)] volatile array s
// PROGRAM-LABEL: kernel "members"
// PROGRAM: store 4 &even[i64(x)][0:i64] array even
// PROGRAM: store 4 &odd[i64(x)][0:i64] array odd
// PROGRAM: barrier
// PROGRAM: store 4 &even[i64(count * t)][0:i64] array even
// PROGRAM: barrier
// PROGRAM: store 4 ""#{{[0-9]+}}
// PROGRAM: barrier
// PROGRAM: store 4 ""#{{[0-9]+}}
// PROGRAM: barrier
// PROGRAM: store 4 ("row.p" + u64(i64(t) * 4:i64))
// PROGRAM: store 4 &tile[i64(t)][0:i64] array tile
// PROGRAM: store 4 &tile[0:i64][i64(t)] array tile
// PROGRAM: load 4 opaque<unknown-call>("the effect of 'unseen' on its arguments", divergent):u64
