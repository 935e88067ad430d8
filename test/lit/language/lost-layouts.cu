// What Clang makes up for records that lost a part is not believed: neither
// where their members lie nor their sizes, also by way of named constants.
// Errors in functions do no harm.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=6

struct Derived : Missing {
  float x, y;
};
struct Aligned {
  alignas(LOST) float x;
  float y;
};
struct Bits {
  int a : LOST;
  float y;
};
struct Member {
  Missing m;
  float y;
};
struct Around {
  Aligned a;
  float y;
};
struct Methods {
  float x, y;
  Missing method();
  void body() { lost(); }
};
constexpr int Size = sizeof(Derived);

__global__ void kernel(float *out) {
  __shared__ Derived derived[64];
  __shared__ Aligned aligned[64];
  __shared__ Bits bits[64];
  __shared__ Member member[64];
  __shared__ Around around[64];
  __shared__ Methods methods[64];
  __shared__ float s[4096];
  __shared__ float rows[32][8 * sizeof(Derived)];
  __shared__ float named[32][Size];
  __shared__ float known[32][sizeof(Methods)];
  int t = threadIdx.x;
  derived[t].y = 1; // expect: unknown store parse-error
  aligned[t].y = 1; // expect: unknown store parse-error
  bits[t].y = 1;    // expect: unknown store parse-error
  member[t].y = 1;  // expect: unknown store parse-error
  around[t].y = 1;  // expect: unknown store parse-error
  methods[t].y = 1; // expect: store 2/1 2-way
  s[t * sizeof(Derived)] = 1; // expect: unknown store parse-error
  s[t * Size] = 1;            // expect: depends store 32/1 32-way
  s[t * sizeof(Methods)] = 1; // expect: store 8/1 8-way
  rows[t][0] = 1;  // expect: unknown load unknown-array
  named[t][0] = 1; // expect: unknown load unknown-array
  known[t][0] = 1; // expect: store 8/1 8-way
}

void launch(float *out) { kernel<<<1, 32>>>(out); }
