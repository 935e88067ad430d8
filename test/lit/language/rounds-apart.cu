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

// Each lane has banks of its own in the one, none in the other.
__global__ void columns(float *out) {
  __shared__ float s[64 * 65];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i <= t; i++)
    sum += s[t + i * 64] + // expect: upper-bound load 1/1
           s[t + i * 65] + // expect: unknown load unknown-condition
           s[i * 64];      // expect: unknown load unknown-condition
  out[t] = sum;
}

void launch(float *out) {
  columns<<<1, 32>>>(out);
  triangle<<<1, 32>>>(out);
  strided<<<1, 32>>>(out);
}
