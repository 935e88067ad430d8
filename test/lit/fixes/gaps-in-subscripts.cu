// Subscripts that leave gaps already: other gaps are tried in their place, and none.
// Kernels have twins that were rewritten as the note says.
//
// RUN: %banklint --explain %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s

#define LOG_NUM_BANKS 4
#define CONFLICT_FREE_OFFSET(i) ((i) >> LOG_NUM_BANKS)

// The gap of 16 banks.
__global__ void scan(float *out, const float *in) {
  // CHECK: :[[@LINE+1]]:20: note: 'sums' is declared here {{.*}}; store element 'i' at 'i + i / 32' instead of 'i + i / 16': {{.*}}; no extra memory
  __shared__ float sums[512 + 32];
  const int t = threadIdx.x;
  int a = t, b = t + 256;
  sums[a + CONFLICT_FREE_OFFSET(a)] = in[a]; // expect: store 2/1 2-way
  sums[b + CONFLICT_FREE_OFFSET(b)] = in[b]; // expect: store 2/1 2-way
  int offset = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      sums[bi] += sums[ai]; // expect: load 2/1 2-way, store 2/1 2-way, load 2/1 2-way
    }
    offset *= 2;
  }
  __syncthreads();
  out[a] = sums[a + CONFLICT_FREE_OFFSET(a)]; // expect: load 2/1 2-way
  out[b] = sums[b + CONFLICT_FREE_OFFSET(b)]; // expect: load 2/1 2-way
}

// Two elements a lane, at an offset that a variable holds.
__global__ void pairs(float *out, const float *in) {
  // CHECK: :[[@LINE+1]]:20: note: 'two' is declared here {{.*}}; store element 'i' at 'i + i / 32' instead of 'i + i / 16': 1 wavefront instead of 2; no extra memory
  __shared__ float two[512 + 32];
  unsigned offset = threadIdx.x >> 3;
  two[2 * threadIdx.x + offset] = in[threadIdx.x]; // expect: store 2/1 2-way
  __syncthreads();
  two[2 * threadIdx.x + offset + 1] = in[threadIdx.x]; // expect: store 2/1 2-way
  __syncthreads();
  offset = threadIdx.x >> 4;
  out[threadIdx.x] = two[threadIdx.x + offset]; // expect: load 2/1 2-way
}
__global__ void pairsTwin(float *out, const float *in) {
  __shared__ float two[512 + 16];
  unsigned offset = threadIdx.x >> 4;
  two[2 * threadIdx.x + offset] = in[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  two[2 * threadIdx.x + offset + 1] = in[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  offset = threadIdx.x >> 5;
  out[threadIdx.x] = two[threadIdx.x + offset]; // expect: load 1/1
}

// Gaps are worse than none here. The launch gives the bytes, which suffice.
__global__ void worse(float *out) {
  // CHECK: :[[@LINE+1]]:27: note: 'plain' is declared here {{.*}}; store element 'i' at 'i' instead of 'i + i / 8 * 4': 1 wavefront instead of 2; no extra memory
  extern __shared__ float plain[];
  const int t = threadIdx.x;
  plain[t + (t >> 3) * 4] = out[t]; // expect: store 2/1 2-way
}
__global__ void worseTwin(float *out) {
  extern __shared__ float plain[];
  plain[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
}

// What a launch does not say is not known to have gaps.
__global__ void unknown(float *out, int n) {
  // CHECK: :[[@LINE+1]]:20: note: 'open' is declared here {{.*}}; no padding is known to help: no gaps that were tried need fewer wavefronts
  __shared__ float open[512 + 32];
  unsigned offset = threadIdx.x >> 3;
  open[2 * threadIdx.x + offset] = out[n]; // expect: store 2/1 2-way
  __syncthreads();
  open[n] = 0; // expect: store 1/1
  out[threadIdx.x] = open[threadIdx.x]; // expect: load 1/1
}

void launch(float *out, const float *in, int n) {
  scan<<<1, 256>>>(out, in);
  pairs<<<1, 256>>>(out, in);
  pairsTwin<<<1, 256>>>(out, in);
  worse<<<1, 1024, 1536 * sizeof(float)>>>(out);
  worseTwin<<<1, 1024, 1536 * sizeof(float)>>>(out);
  unknown<<<1, 256>>>(out, n);
}
