// nvcc makes one of four rounds of a loop, and executes what is left over before
// or after them. Lanes that do different numbers of rounds are in different ones
// then: measured in a Cholesky decomposition, 8000 wavefronts in 2604 requests
// where the source has 21824 in 1984.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void triangle(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < t; i++)
    s[t * 32 + i] = out[i]; // expect: upper-bound store 31/1 31-way
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < t; i++)
    s[t * 32 + i] += out[i]; // expect: load 31/1 31-way total 496/31, store 31/1 31-way total 496/31
  __syncthreads();
  // No lane does more than three rounds.
  for (int i = 0; i < t / 10; i++)
    s[t * 32 + i * 5] = out[i]; // expect: store 22/1 22-way total 36/3
  out[t] = s[t]; // expect: load 1/1 total 1/1
}

// Where four rounds are all that most lanes do, the others do theirs before.
__global__ void strided(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = t; i < 110; i += 32)
    s[i * 2] = out[i]; // expect: upper-bound store 2/1 2-way
  for (int i = t; i < 140; i += 32)
    s[i * 2] = out[i]; // expect: store 2/1 2-way total 9/5
  out[t] = s[t]; // expect: load 1/1 total 1/1
}

// Lanes that do a fifth round of five are a round ahead in the other four.
// Measured with 14x14 threads that fill 1024 words: 1476 wavefronts in 1332
// requests, which are 1332 wavefronts as written.
__global__ void ahead(float *out) {
  __shared__ float s[1024];
  __shared__ unsigned char bytes[1100];
  int t = threadIdx.x;
  for (int i = t; i < 180; i += 36)
    s[i] = out[i]; // expect: store 1/1 total 10/10
  __syncthreads();
  for (int i = t; i < 150; i += 36)
    s[i] = out[i]; // expect: upper-bound store 5/1 5-way
  __syncthreads();
  for (int i = t; i < 150; i += 36)
    s[i * 2] = out[i]; // expect: upper-bound store 8/1 8-way
  __syncthreads();
  // Some lanes leave rounds out, which differ from lane to lane.
  for (int i = t; i < 140; i += 32) {
    if (i / 32 % 2 == t % 2)
      continue;
    s[i] = 1; // expect: store 1/1 total open
  }
  __syncthreads();
  // They share no word with the others, or may share one.
  for (int i = t; i < 140; i += 32)
    s[i] = out[i]; // expect: store 1/1 total 9/9
  __syncthreads();
  for (int i = t; i < 4 * 256 + 14; i += 256)
    bytes[i] = out[i]; // expect: upper-bound store 4/1 4-way
  out[t] = s[t]; // expect: load 1/1 total 2/2
}

// Each lane has banks of its own in the one, none in the other.
__global__ void columns(float *out) {
  __shared__ float s[64 * 65];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i <= t; i++)
    sum += s[t + i * 64] + // expect: load 1/1 total open
           s[t + i * 65] + // expect: upper-bound load 17/1 17-way
           s[i * 64];      // expect: unknown load unknown-condition
  out[t] = sum;
}

// The lanes stay in their banks, but not all on words of their own: 24 wavefronts
// in one request if some are a round ahead.
__global__ void sharing(float *out) {
  __shared__ float s[6000];
  int t = threadIdx.x;
  for (int i = t; i < 140; i += 32) {
    int r = i / 32, own = t < 12 ? t * (r & 1) : 16 + (t - 12) % 12 * (~r & 1);
    s[1024 * r + 32 * own] = out[i]; // expect: upper-bound store 32/1 32-way
  }
}

// nvcc counts rounds ahead unless the counter may wrap.
__global__ void counted(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  for (int i = t; i < 150; i += blockDim.x)
    s[i] = out[i]; // expect: store 1/1 total 9/9
  __syncthreads();
  for (unsigned i = t; i < 150; i += blockDim.x)
    s[i] = out[i]; // expect: store 1/1 total 9/9
  __syncthreads();
  const int threads = blockDim.x;
  for (int i = t; i < 150; i += threads)
    s[i] = out[i]; // expect: upper-bound store 5/1 5-way
  __syncthreads();
  int i = t;
  while (i < 150) {
    s[i] = out[i]; // expect: store 1/1 total 9/9
    i += blockDim.x;
  }
  __syncthreads();
  // A store of the inlined operator() ends before the round does.
  auto at = [&](int k) { return out[k]; };
  for (int i = t; i < 140; i += 32)
    s[i] = at(i); // expect: store 1/1 total 9/9
  out[t] = s[t]; // expect: load 1/1 total 2/2
}

// Nobody knows how many rounds there are, but lanes are at most one ahead: in
// another half of the banks, or in theirs with halves of words of their own. An
// H200 took 2 wavefronts for one request in three of `halves` with 96 threads.
__global__ void unknown(short *out, int n, const int *length) {
  __shared__ short halves[4096];
  __shared__ int words[64][33];
  const int t = threadIdx.x, threads = blockDim.x;
  for (int i = t; i < n; i += threads)
    halves[i] = out[i]; // expect: upper-bound store 2/1 2-way
  for (int i = t; i < n; i += threads)
    words[0][i] = out[i]; // expect: store 1/1 total open
  for (int i = t / 16; i < n; i += 6)
    words[i][t % 16] = out[i]; // expect: upper-bound store 4/1 4-way
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < length[t]; ++i)
    sum += words[0][i * 32 + t] + // expect: load 1/1 total open
           words[i][t % 32]; // expect: unknown load unknown-condition
  out[t] = sum + halves[t]; // expect: load 1/1
}

// Half-warps are served apart: four lanes of each need words of one bank.
__global__ void wide(double *out, const int *length) {
  __shared__ double s[1024];
  const int t = threadIdx.x;
  for (int i = t % 4; i < length[t]; i += 4)
    s[t / 4 * 16 + i] = out[i]; // expect: upper-bound store 8/2 4-way
}

// What is added to all lanes alike may be another number in another round. An H200
// took 36, 38 and 36 wavefronts for the 31 requests of the first three, with
// lengths of 10 to 22, 33 for n and other numbers for `at`.
__global__ void moving(float *out, int n, int m, const int *length,
                       const int *at) {
  __shared__ float s[4096];
  __shared__ short halves[4096];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < length[t]; ++i, sum += n)
    s[sum + t] = out[i]; // expect: unknown store unknown-condition
  for (int i = 0; i < length[t]; ++i)
    s[at[i] + t] = out[i]; // expect: unknown store unknown-condition
  for (int i = 0; i < length[t]; ++i)
    s[i * n + t] = out[i]; // expect: unknown store unknown-condition
  for (int i = 0; i < length[t]; ++i)
    s[at[i] * 32 + t] = out[i]; // expect: store 1/1 total open
  // The same in all rounds of the inner loop.
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < length[t]; ++i) {
      s[k * 33 + n * m + i * 32 + t] = out[i]; // expect: store 1/1 total open
      halves[k + n * m + i * 64 + t] = out[i]; // expect: upper-bound store 2/1 2-way
    }
  out[t] = s[t]; // expect: load 1/1
}

void launch(float *out, int n, const int *length) {
  moving<<<1, 32>>>(out, n, n, length, length);
  unknown<<<1, 96>>>((short *)out, n, length);
  wide<<<1, 32>>>((double *)out, length);
  sharing<<<1, 32>>>(out);
  counted<<<1, 36>>>(out);
  ahead<<<1, 36>>>(out);
  columns<<<1, 32>>>(out);
  triangle<<<1, 32>>>(out);
  strided<<<1, 32>>>(out);
}
