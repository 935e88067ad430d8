// One lane takes one wavefront wherever it is in shared memory, also through
// pointers that surely point there.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ int at(int i, int *p) {
  return p[i]; // expect[k]: load 1/1
}

__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x]; // expect[k]: store 1/1
  __syncthreads();
  const int d = in[threadIdx.x] & 255;
  int *row = s + in[0] * n;
  if (threadIdx.x % 32 == 0) {
    out[threadIdx.x] = s[d]; // expect[k]: load 1/1
    out[threadIdx.x + 1] = at(d, s);
    row[d] = 1; // expect[k]: store 1/1
  }
}

// It may be global memory.
__global__ void either(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x]; // expect[either]: store 1/1
  __syncthreads();
  int *p = in[1] ? s : out;
  if (threadIdx.x % 32 == 0)
    p[in[2]] = 1; // expect[either]: unknown store unknown-condition
}

// Two lanes may conflict.
__global__ void two(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x]; // expect[two]: store 1/1
  __syncthreads();
  int *p = s + in[0];
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x] = p[in[threadIdx.x]]; // expect[two]: unknown load data-dependent-index
}

void launch(int *p) {
  k<<<1, 256>>>(p, p, 4);
  either<<<1, 256>>>(p, p);
  two<<<1, 256>>>(p, p);
}
