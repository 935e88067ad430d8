// What Clang makes up for lost parts of types is not believed: the values of
// enumerators, and the places of members in a struct that lacks some.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=3

enum { First = 32, Lost = lib::value, Next, Again = 31, Sum = Lost + Again };
struct Holder {
  enum { Inner = lib::value };
};
struct Partial {
  lib::Type lost;
  float kept;
};

__global__ void k(float *out) {
  __shared__ float s[4096], lost[32][Lost];
  __shared__ Partial partial[32];
  s[threadIdx.x * First] = 1;         // expect: store 32/1 32-way
  s[threadIdx.x * Again] = 1;         // expect: store 1/1 1-way
  s[threadIdx.x * Lost] = 1;          // expect: unknown store parse-error
  s[threadIdx.x * Next] = 1;          // expect: unknown store parse-error
  s[threadIdx.x * Sum] = 1;           // expect: unknown store parse-error
  s[threadIdx.x * Holder::Inner] = 1; // expect: unknown store parse-error
  lost[threadIdx.x][0] = 1;           // expect: unknown store unknown-array
  partial[threadIdx.x].kept = 1;      // expect: unknown store parse-error
}
void launch(float *out) { k<<<1, 32>>>(out); }
