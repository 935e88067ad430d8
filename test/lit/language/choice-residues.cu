// A pitch that the kernel makes odd, or no multiple of the banks: of the
// residues that a choice can't have, nothing is said.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

#define NOT_OF_FOUR(n) (((n) + 1) % 4 == 0 ? (n) : (n) + 1)

__global__ void ofFour(double2 *out, int n) {
  extern __shared__ double2 z[];
  const int pitch = NOT_OF_FOUR(n);
  const int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    out[t * n + i] = z[t * pitch + i]; // expect: depends load 8/4 2-way
}
__global__ void odd(float *out, int n) {
  extern __shared__ float s[];
  const int pitch = (n & 1) == 0 ? n + 1 : n;
  for (int i = 0; i < n; i++)
    out[threadIdx.x * n + i] = s[threadIdx.x * pitch + i]; // expect: load 1/1
}
__global__ void notOfBanks(float *out, unsigned n) {
  extern __shared__ float s[];
  const unsigned pitch = n % 32 != 0 ? n : n + 1;
  // CHECK: depend on a value (s % 32 == 16: 16 wavefronts; s % 16 == 8: 8; s % 8 == 4: 4; s % 4 == 2: 2; s odd: 1; where s is a choice of two values)
  for (unsigned i = 0; i < n; i++)
    out[threadIdx.x * n + i] = s[threadIdx.x * pitch + i]; // expect: depends load 16/1 16-way
}
// Of the sum, it is known that it is odd.
__global__ void ofOdd(float *out, int n) {
  extern __shared__ float s[];
  const int even = 2 * (n / 2);
  const int pitch = even % 2 == 0 ? even + 1 : even;
  for (int i = 0; i < n; i++)
    out[threadIdx.x * n + i] = s[threadIdx.x * pitch + i]; // expect: load 1/1
}
// A remainder of 3 is that of numbers that are not negative.
__global__ void negative(float *out, int n) {
  extern __shared__ float s[];
  const int pitch = n % 4 == 3 ? n + 2 : n;
  for (int i = 0; i < n; i++)
    out[threadIdx.x * n + i] = s[threadIdx.x * pitch + i]; // expect: depends load 32/1 32-way
}
void launch(double2 *z, float *f, int n, int bytes) {
  ofFour<<<1, 32, bytes>>>(z, n);
  odd<<<1, 32, bytes>>>(f, n);
  notOfBanks<<<1, 32, bytes>>>(f, n);
  ofOdd<<<1, 32, bytes>>>(f, n);
  negative<<<1, 32, bytes>>>(f, n);
}
