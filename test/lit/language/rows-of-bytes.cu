// Rows that data chooses, with columns of a lane that are narrower than a bank:
// lanes of one word conflict unless they are in the same row.
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

__global__ void halves(const int *in) {
  __shared__ unsigned short s[16][128];
  s[in[threadIdx.x] & 15][threadIdx.x] = 1; // expect: upper-bound store 2/1 2-way
}

// 64 bytes do not name a bank.
__global__ void bytes(const int *in) {
  __shared__ unsigned char s[64][64];
  // CHECK: [[#@LINE+2]]:3: warning: store to 's[in[threadIdx.x] & 63][threadIdx.x]' may take up to 4 wavefronts per request instead of 1: up to 4-way shared-memory bank conflict [shared-possible-bank-conflict]
  // CHECK: note: in warp 0, lanes 0-3 may each need a different word of one bank (4 wavefronts instead of 1)
  s[in[threadIdx.x] & 63][threadIdx.x] = 1; // expect: upper-bound store 4/1 4-way
}

// Two rows have no more than two words in a bank.
__global__ void twoRows(const int *in) {
  __shared__ unsigned char s[2][128];
  s[in[threadIdx.x] & 1][threadIdx.x] = 1; // expect: upper-bound store 2/1 2-way
}

// All of them are in one row of banks.
__global__ void oneRow(const int *in) {
  __shared__ unsigned char s[2][64];
  s[in[threadIdx.x] & 1][threadIdx.x] = 1; // expect: store 1/1
}

// 16 words do not name a bank either, and are different here.
__global__ void words(const int *in) {
  __shared__ int s[16][16];
  if (threadIdx.x < 16)
    s[in[threadIdx.x] & 15][threadIdx.x] = 1; // expect: store 1/1
  s[in[threadIdx.x] & 15][threadIdx.x % 16] = 1; // expect: unknown store data-dependent-index
}

// Lanes that have the same column may need any number of words.
__global__ void column(const int *in) {
  __shared__ int s[32][32];
  for (int k = 0; k != 32; ++k)
    s[in[threadIdx.x] & 31][k] = 1; // expect: unknown store data-dependent-index
}

// A lane's row of 8-byte elements: parts are served one after another.
__global__ void wide(const int *in) {
  __shared__ double s[16][16];
  s[in[threadIdx.x] & 15][threadIdx.x % 16] = 1; // expect: store 2/2
}

void run(const int *in) {
  halves<<<1, 128>>>(in);
  bytes<<<1, 64>>>(in);
  twoRows<<<1, 128>>>(in);
  oneRow<<<1, 64>>>(in);
  words<<<1, 32>>>(in);
  column<<<1, 32>>>(in);
  wide<<<1, 32>>>(in);
}
