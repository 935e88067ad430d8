// Of a number of 8 bytes of which only one half, or a byte, is needed, nvcc loads
// that: an H200's machine code has loads of 4 bytes, which conflict where those
// of 8 do not. The answer is a bound that holds for both.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck --check-prefix=REASON %s
// REASON: unknown-cost: the compiler may access several pieces of it at once, or only some

#define T threadIdx.x
typedef long long Wide;
typedef unsigned long long Unsigned;

struct Item {
  Wide a;
  int b, c;
};

__device__ int low(Wide x) { return x; }
__device__ Unsigned masked(Unsigned x, Unsigned mask) { return x & mask; }

__global__ void inPart(int *o, Wide *wide, int q) {
  __shared__ Wide s[64];
  __shared__ Unsigned u[64];
  __shared__ double d[64];
  __shared__ Item items[64];
  __shared__ int n[64];
  s[T] = o[T] * 3ll; // expect: store 2/2 total 2/2
  u[T] = o[T] * 3ll; // expect: store 2/2 total 2/2
  d[T] = o[T]; // expect: store 2/2 total 2/2
  n[T] = T; // expect: store 1/1 total 1/1
  items[T].a = o[T]; // expect: store 4/2 2-way total 4/2
  __syncthreads();
  o[T] = (int)s[T]; // expect: upper-bound load 4/2 2-way
  o[T + 32] = (int)(s[T] >> 32); // expect: upper-bound load 4/2 2-way
  o[T + 64] = (char)s[T]; // expect: upper-bound load 4/2 2-way
  o[T + 96] = s[T] & 0xffff; // expect: upper-bound load 4/2 2-way
  wide[T] = u[T] >> 48; // expect: upper-bound load 4/2 2-way
  wide[T + 32] = masked(u[T], 255); // expect: upper-bound load 4/2 2-way
  wide[T + 64] = u[T] % 8; // expect: upper-bound load 4/2 2-way
  wide[T + 96] = s[T] << 32; // expect: upper-bound load 4/2 2-way
  o[T + 128] = __double2hiint(d[T]); // expect: upper-bound load 4/2 2-way
  o[T + 160] = __double_as_longlong(d[T]) >> 52; // expect: upper-bound load 4/2 2-way
  o[T + 192] = items[T].a; // expect: upper-bound load 8/2 4-way
  o[T + 224] = low(s[T]); // expect: upper-bound load 4/2 2-way
  o[T + 256] = o[(int)s[T] + 1]; // expect: upper-bound load 4/2 2-way
  o[T + 288] = s[T] * q + 3; // expect: upper-bound load 4/2 2-way
  o[T + 320] = n[u[T]]; // expect: unknown load data-dependent-index, upper-bound load 4/2 2-way
  int i = s[T]; // expect: upper-bound load 4/2 2-way
  o[T + 352] = o[i];
  int sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[T + k]; // expect: upper-bound load 4/2 2-way
  o[T + 384] = sum;
  Unsigned hash = u[T]; // expect: upper-bound load 4/2 2-way
  hash >>= 32;
  wide[T + 128] = hash;
  double v = d[T]; // expect: upper-bound load 4/2 2-way
  o[T + 416] = reinterpret_cast<int *>(&v)[1];
  o[T + 448] = s[T] < 0; // expect: upper-bound load 4/2 2-way
}

// All of these need both halves.
__global__ void inFull(int *o, Wide *wide, float *f, int q) {
  __shared__ Wide s[64];
  __shared__ double d[64];
  s[T] = o[T] * 3ll; // expect: silent
  d[T] = o[T]; // expect: silent
  __syncthreads();
  f[T] = d[T]; // expect: load 2/2
  f[T + 32] = s[T]; // expect: load 2/2
  wide[T] = s[T] + q; // expect: load 2/2
  o[T + 32] = s[T] == q; // expect: load 2/2
  wide[T + 32] = s[T] & 0xff000000ffll; // expect: load 2/2
  wide[T + 64] = s[T] >> 8; // expect: load 2/2
  o[T + 64] = o[s[T]]; // expect: load 2/2
  Wide sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[T + k]; // expect: load 2/2
  wide[T + 96] = sum;
}

int main() {
  int *o;
  inPart<<<1, 32>>>(o, (long long *)o, 3);
  inFull<<<1, 32>>>(o, (long long *)o, (float *)o, 3);
}
