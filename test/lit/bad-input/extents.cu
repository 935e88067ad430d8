// Extents that no array can have cost the accesses to that array at most.
//
// RUN: %exits-with 0 %banklint --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: %python %verdict --parse-errors 2 %s < %t.json

// 2^32 bytes and 32, which 32 bits do not hold.
struct large {
  int text[1 << 25][32];
  int rest[8];
};

__global__ void k(int *out) {
  __shared__ int huge[1 << 30][1 << 20];
  __shared__ int big[0x7fffffff];
  __shared__ int zero[0];
  __shared__ int zeros[32][0];
  __shared__ int negative[-1];
  __shared__ int wrapped[sizeof(int) - 5];
  __shared__ large odd;
  __shared__ int ok[32][32];
  huge[threadIdx.x][0] = 1;  // expect: unknown load unknown-array
  big[threadIdx.x] = 1;      // expect: unknown load unknown-array
  zero[threadIdx.x] = 1;     // expect: unknown load unknown-array
  zeros[threadIdx.x][0] = 1; // expect: unknown load unknown-array
  negative[threadIdx.x] = 1; // expect: unknown store unknown-array
  wrapped[threadIdx.x] = 1;  // expect: unknown store unknown-array
  odd.text[threadIdx.x][0] = 1; // expect: unknown load unknown-array
  ok[threadIdx.x][0] = 1;    // expect: store 32/1 32-way
}
void launch(int *out) { k<<<1, 32>>>(out); }
