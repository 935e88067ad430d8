// Neighbours without a conflict are merged, too: of partial warps, of few lanes,
// of narrow elements. Counters of an H200 in comments.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// Loads: 2, 3. The last warp has 8 lanes.
__global__ void partial(float *o) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[2 * t];     // expect: load 2/2 total 3/3
  float b = s[2 * t + 1]; // expect: load 2/2 total 0/0
  o[t] = a * b;
}

// Loads: 2, 3.
__global__ void guarded(float *o) {
  __shared__ float s[512];
  int t = threadIdx.x;
  if (t < 40) {
    float a = s[2 * t];     // expect: load 2/2 total 3/3
    float b = s[2 * t + 1]; // expect: load 2/2 total 0/0
    o[t] = a * b;
  }
}

// Loads: 2, 2 instead of 4, 4; of stores: 4, 4.
__global__ void shorts(short *o) {
  __shared__ short s[512];
  int t = threadIdx.x;
  int a = s[2 * t];     // expect: load 1/1 total open
  int b = s[2 * t + 1]; // expect: load 1/1 total open
  o[t] = a * b;
}

// Loads: 6, 12.
__global__ void weights(float *o) {
  __shared__ float w[64];
  int t = threadIdx.x;
  float r = 0;
#pragma unroll
  for (int i = 0; i < 12; ++i)
    r += w[i] * o[t + i]; // expect: load 2/2 total 12/12
  o[t] = r;
}

// Loads: 2, 2: where t is 0 one of 8 bytes would do, but nobody knows.
__global__ void oneLane(float *o) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 1)
    o[0] = s[t] * s[t + 1]; // expect: load 1/1 total open, load 1/1 total open
}

// Loads of rounds in which more lanes take part are not aligned; nor, then, are
// those of the last.
__global__ void rounds(float *o) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int h = 32; h > 0; h /= 2) {
    if (t < h)
      // expect: load 1/1 total 6/6, store 1/1 total 6/6, load 1/1 total 6/6
      s[t] += s[t + h];
    __syncthreads();
  }
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

int main() {
  partial<<<1, 40>>>(nullptr);
  guarded<<<1, 64>>>(nullptr);
  shorts<<<1, 64>>>(nullptr);
  weights<<<1, 64>>>(nullptr);
  oneLane<<<1, 64>>>(nullptr);
  rounds<<<1, 64>>>(nullptr);
}
