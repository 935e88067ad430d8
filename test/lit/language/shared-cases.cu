// What an unknown that all threads share makes of their indices, case by case.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | grep -o '"condition": "[^"]*"' | FileCheck %s

__global__ void bits(float *out, unsigned n, int m) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  s[t ^ n] = 1;                    // expect: store 1/1
  s[(t ^ n) * 2] = 1;              // expect: upper-bound store 2/1 2-way
  s[t | n] = 1;                    // expect: store 1/1
  s[(t & m) * 32] = 1;             // expect: depends store 32/1 32-way
  s[2 * t - (t & (m - 1))] = 1;    // expect: depends store 2/1 2-way
  // CHECK: "31 of 32 values of m % 32: 2 wavefronts; m % 32 == 0: 1"
  s[32 * t ^ n] = 1;               // expect: upper-bound store 32/1 32-way
  s[t ^ (8 * m)] = 1;              // expect: store 1/1
}

__global__ void carries(float *out, int n, unsigned u) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  s[(t + n) % 32] = 1;             // expect: store 1/1
  s[(t + n) & 31] = 1;             // expect: store 1/1
  s[(t + u) % 1024] = 1;           // expect: store 1/1
  s[(t + n) % 33] = 1;             // expect: upper-bound store 2/1 2-way
  s[(t + n) / 2] = 1;              // expect: store 1/1
  s[(t + n) >> 3] = 1;             // expect: store 1/1
  s[(t + n) % 32 * 33] = 1;        // expect: store 1/1
  s[(t + n) / 8 * 32] = 1;         // expect: upper-bound store 5/1 5-way
  s[(t + n) / 8 * 32 + t] = 1;     // expect: store 1/1
}

__global__ void clamps(float *out, int n, int m) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  s[min(t, n)] = 1;                // expect: store 1/1
  s[max(t - 1, m)] = 1;            // expect: store 1/1
  int w = t - 1, e = t + 1;
  w = (w < n) ? n : w;
  e = (e > m) ? m : e;
  s[w] = 1;                        // expect: store 1/1
  s[e] = 1;                        // expect: store 1/1
  s[2 * e] = 1;                    // expect: upper-bound store 2/1 2-way
  s[32 * w] = 1;                   // expect: upper-bound store 32/1 32-way
  // The clamp leaves no lane above 31, and none below 0.
  s[min(max(t + n, 0), 31)] = 1;   // expect: unknown store uniform-unknown
}

__global__ void divisors(float *out, unsigned n, int shift) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  s[t / n] = 1;                    // expect: store 1/1
  s[t % n] = 1;                    // expect: store 1/1
  s[t / n * 33 + t % n] = 1;       // expect: upper-bound store 6/1 6-way
  s[t % n * 32] = 1;               // expect: upper-bound store 32/1 32-way
  s[t >> shift] = 1;               // expect: store 1/1
  s[(t >> shift) * 32] = 1;        // expect: upper-bound store 32/1 32-way
  s[t << shift] = 1;               // expect: depends store 32/1 32-way
  s[t << (shift + t / 16)] = 1;    // expect: unknown store uniform-unknown
}

void launch(float *out, int n, int m, unsigned u) {
  bits<<<1, 32>>>(out, n, m);
  carries<<<1, 32>>>(out, n, u);
  clamps<<<1, 32>>>(out, n, m);
  divisors<<<1, 32>>>(out, n, m);
}

// Two strides that nobody knows.
__global__ void pairs(float *out, int n, int m) {
  __shared__ volatile float s[4096];
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  s[n * x + m * y] = 1;                             // expect: unknown store uniform-unknown
  s[(2 * n + 1) * x + (2 * n + 1) * 8 * y] = 1;     // expect: store 1/1
  s[n * x + m * y + blockIdx.x * threadIdx.x] = 1;  // expect: unknown store uniform-unknown
  int half = threadIdx.x / 16;
  s[n * half + threadIdx.x % 16 * 2] = 1;           // expect: depends store 2/1 2-way
}

void launchPairs(float *out, int n, int m) { pairs<<<2, 32>>>(out, n, m); }
