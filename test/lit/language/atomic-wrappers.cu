// An atomic operation whose result a function returns, and nobody uses: that of
// all lanes to one word is one, as without the function.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// expect: atomic 1/1, atomic 8/1 8-way
__device__ unsigned increment(unsigned &word) { return atomicAdd(&word, 1); }
__device__ unsigned twice(unsigned &word) { return increment(word); }

__global__ void counts(unsigned *out) {
  __shared__ unsigned counts[8];
  const int t = threadIdx.x;
  if (t < 8)
    counts[t] = 0; // expect: store 1/1
  __syncthreads();
  atomicAdd(&counts[t % 4], 1); // expect: atomic 1/1
  increment(counts[t % 4]);
  twice(counts[t % 4]);
  (void)increment(counts[t % 4]);
  __syncthreads();
  out[t] = increment(counts[t % 4]);
  __syncthreads();
  out[t + 256] = counts[t % 8]; // expect: load 1/1
}

void run(unsigned *out) { counts<<<1, 256>>>(out); }
