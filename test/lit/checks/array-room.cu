// An array of few words has few of them in one bank, whatever the lanes access.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

__global__ void bytes(const char *g, const unsigned *n, char *out) {
  __shared__ char piece[32 * 10];
  unsigned row = threadIdx.x * 10;
  unsigned rem = n[threadIdx.x];
  for (unsigned i = 0; i < rem; i++)
    // CHECK: [[@LINE+3]]:5: warning: store to 'piece[row + i]' may take up to 3 wavefronts per request instead of 1: up to 3-way
    // CHECK: (2 wavefronts instead of 1; at most 3)
    // expect: upper-bound store 3/1 3-way
    piece[row + i] = g[row + i];
  __syncthreads();
  out[threadIdx.x] = piece[threadIdx.x]; // expect: load 1/1
}

// The lanes that the guard lets pass are in the array.
__global__ void guarded(float *out, const int *in) {
  __shared__ float s[96];
  __shared__ float one[32];
  __shared__ float rows[3][32];
  int t = threadIdx.x;
  if (in[t] > 0) {
    // CHECK: [[@LINE+2]]:5: warning: store to 's[t * 32]' may take up to 3 wavefronts
    // CHECK: note: in warp 0, lanes 0-2 may each need a different word of one bank: words 0, 32, 64 of 's'
    s[t * 32] = 1;  // expect: upper-bound store 3/1 3-way
    one[t * 4] = 1; // expect: store 1/1
    // The whole array counts, not the row that the source names.
    rows[0][t * 32] = 1; // expect: upper-bound store 3/1 3-way
  }
  out[t] = s[t]; // expect: load 1/1
}

__global__ void wide(double *out, int n, const int *in) {
  __shared__ double s[100];
  int t = threadIdx.x;
  if (in[t])
    s[t * n] = 1; // expect: depends store 14/2 7-way
  out[t] = s[t];  // expect: load 2/2
}

// Pitches with which lanes leave the array are none.
__global__ void pitch(float *out, int n) {
  __shared__ float s[100];
  __shared__ float row[32];
  int t = threadIdx.x;
  // CHECK: wavefronts depend on a value (n % 8 == 4: 4 wavefronts; n % 4 == 2: 2; n odd: 1; n == 0: 1)
  s[t * n] = 1;     // expect: depends store 4/1 4-way
  row[t * n] = 1;   // expect: store 1/1
  out[t] = s[t];    // expect: load 1/1
}

// What surely leaves its array costs what it would cost elsewhere.
__global__ void beyond(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t * 32] = 1; // expect: store 32/1 32-way
  out[t] = s[t]; // expect: load 1/1
}

void launch(char *c, unsigned *u, int *i, float *f, double *d, int n) {
  bytes<<<1, 32>>>(c, u, c);
  guarded<<<1, 32>>>(f, i);
  wide<<<1, 32>>>(d, n, i);
  pitch<<<1, 32>>>(f, n);
  beyond<<<1, 32>>>(f);
}
