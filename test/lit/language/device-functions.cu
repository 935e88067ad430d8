// Device functions are followed: arguments by value, pointer, reference and array.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ int doubled(int i) { return i * 2; }
__device__ int clamped(int i, int limit) {
  if (i < limit)
    return i;
  return limit;
}
__device__ float readAt(const float *base, int i) {
  return base[i]; // expect: load 32/1 32-way
}
__device__ void writeTo(float &place) {
  place = 1; // expect: store 2/1 2-way
}
__device__ void fill(float tile[][32], int x, int y) {
  tile[y][x] = 1; // expect: store 1/1
  tile[x][y] = 1; // expect: upper-bound store 32/1 32-way
}
__device__ void whole(float (&tile)[32][33]) {
  tile[threadIdx.x][0] = 1; // expect: store 1/1
  tile[1][threadIdx.x] = sizeof(tile); // expect: store 1/1
}
__device__ float *rowOf(float *base, int row) { return base + 32 * row; }
__device__ float &cell(float (&tile)[32][32], int x, int y) {
  return tile[y][x];
}
__device__ void advance(int &i, int *j) {
  i += 1;
  *j = i;
}
__device__ void swapped(int &a, int &b) {
  int c = a;
  a = b;
  b = c;
}

__global__ void calls(float *out) {
  __shared__ float s[4096];
  __shared__ float tile[32][32];
  __shared__ float odd[32][33];
  int t = threadIdx.x;
  s[doubled(t)] = 1;           // expect: store 2/1 2-way
  s[doubled(doubled(t))] = 1;  // expect: store 4/1 4-way
  s[clamped(t, 15) * 16] = 1;  // expect: store 8/1 8-way
  out[t] = readAt(s, t);
  out[t] = readAt(&s[64], t * 32);
  writeTo(s[t * 2]);
  fill(tile, t, threadIdx.y);
  whole(odd);
  *rowOf(s, t) = 1;           // expect: store 32/1 32-way
  rowOf(tile[0], 1)[t] = 1;   // expect: store 1/1
  cell(tile, 0, t) = 1;       // expect: store 32/1 32-way
  out[t] = cell(tile, t, 0);  // expect: load 1/1
}

__global__ void outputs(float *out) {
  __shared__ float s[4096];
  int i = threadIdx.x, j = 0;
  s[j] = 1; // expect: store 1/1
  int k = 5;
  swapped(i, k);
  s[k * 4] = 1; // expect: store 4/1 4-way
  s[i] = 1;     // expect: store 1/1
  // Behind the pointer is the variable.
  advance(i, &j);
  s[i] = 1;     // expect: store 1/1
  s[j * 4] = 1; // expect: store 1/1
}

__device__ void never(float *s) { s[threadIdx.x * 32] = 1; }

__device__ int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }
__device__ int endless(int n) { return endless(n + 1); }

__global__ void recursive(float *out, int n) {
  __shared__ float s[4096];
  s[depth(4) + threadIdx.x] = 1;            // expect: store 1/1
  s[depth(n) * 2 + threadIdx.x] = 1;        // expect: unknown store recursion
  s[endless(n) * threadIdx.x] = 1;          // expect: unknown store recursion
}

void launch(float *out, int n) {
  calls<<<1, 32>>>(out);
  outputs<<<1, 32>>>(out);
  recursive<<<1, 32>>>(out, n);
}
