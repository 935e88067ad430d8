// Structs that are copied whole, in pieces of their alignment.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <string.h>

struct Three {
  float x, y, z;
};
struct Halves {
  short a, b, c;
};
struct alignas(16) Wide {
  float values[8];
};
struct alignas(8) Pair {
  int key;
  float value;
};

__global__ void copies(Three *threes, Halves *halves, Wide *wides, Pair *pairs) {
  __shared__ Three a[64];
  __shared__ Halves b[64];
  __shared__ Wide c[64];
  __shared__ Pair d[64];
  int t = threadIdx.x;
  a[t] = threes[t];   // expect: store 3/3
  threes[t] = a[t];   // expect: load 3/3
  b[t] = halves[t];   // expect: store 6/3 2-way
  c[t] = wides[t];    // expect: store 16/8 2-way
  d[t] = pairs[t];    // expect: store 2/2
  d[t] = d[t * 2];    // expect: store 2/2, load 4/2 2-way
  Pair local = {t, 1.0f};
  d[t] = local;       // expect: store 2/2
  local = d[t * 4];   // expect: load 8/2 4-way
  pairs[t] = local;
  d[t] = Pair{t, 2};  // expect: store 2/2
  d[t].key = 1;       // expect: store 2/1 2-way
}

__global__ void blocks(float *out) {
  __shared__ float s[256];
  __shared__ Three a[64];
  int t = threadIdx.x;
  float value;
  memcpy(&value, &s[t], sizeof(float));  // expect: unknown load unknown-call
  memset(s, 0, sizeof(s));               // expect: unknown load unknown-call
  out[t] = value;
  s[t] = 1; // expect: silent
}

void launch(Three *threes, Halves *halves, Wide *wides, Pair *pairs, float *out) {
  copies<<<1, 32>>>(threes, halves, wides, pairs);
  blocks<<<1, 32>>>(out);
}
