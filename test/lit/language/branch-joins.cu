// What nvcc makes one access of branches, and what it does not: the same loads near
// their starts, and ends that compute the same kind of thing.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// Loads: 8 and 4, of which the first two are of all lanes; others of the same
// places may be. Stores: as many as are written.
__global__ void different(float *o, int m) {
  __shared__ float a[512], b[512], c[512];
  int t = threadIdx.x, i = 8 * t + 4;
  for (int q = t; q < 512; q += blockDim.x)
    a[q] = b[q] = c[q] = o[q]; // expect: store 1/1, store 1/1, store 1/1
  __syncthreads();
  if (t < 16) {
    float x = a[i] / b[i - 4];        // expect: upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
    b[i] = b[i] - c[i - 4] * x;       // expect: store 4/1 4-way, upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
    c[i] = 0;                         // expect: upper-bound store 8/1 8-way
  } else {
    float x = a[i] / b[i - 4];        // expect: upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
    float y = c[i] / b[i + 4];        // expect: load 4/1 4-way, load 4/1 4-way
    b[i] = b[i] - c[i - 4] * x - y;   // expect: store 4/1 4-way, upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
    c[i] = -c[i + 4] * y;             // expect: upper-bound store 8/1 8-way, load 4/1 4-way
  }
  __syncthreads();
  o[t] = a[t] + b[t] + c[t]; // expect: load 1/1, load 1/1, load 1/1
}

// One load and one store.
__global__ void alike(float *o, int m) {
  __shared__ float a[512], b[512];
  int t = threadIdx.x, i = 8 * t + 4;
  for (int q = t; q < 512; q += blockDim.x)
    a[q] = b[q] = o[q]; // expect: store 1/1, store 1/1
  __syncthreads();
  if (t < 16)
    b[i] = a[i - 4]; // expect: upper-bound store 8/1 8-way, upper-bound load 8/1 8-way
  else
    b[i] = a[i + 4]; // expect: upper-bound store 8/1 8-way, upper-bound load 8/1 8-way
  __syncthreads();
  o[t] = a[t] + b[t]; // expect: load 1/1, load 1/1
}

// One place in both: together they cost what one of them does.
__global__ void onePlace(const uint4 *in, int m) {
  __shared__ __align__(16) unsigned short s[32 * 40];
  unsigned short *p = s + threadIdx.x / 4 * 40 + threadIdx.x % 4 * 8;
  if (threadIdx.x / 4 < m)
    *(uint4 *)p = in[threadIdx.x]; // expect: upper-bound store 8/4 2-way
  else
    *(uint4 *)p = make_uint4(0, 0, 0, 0); // expect: upper-bound store 8/4 2-way
}
void launch(const uint4 *in, int m) { onePlace<<<1, 32>>>(in, m); }

void launch(float *o) {
  different<<<1, 32>>>(o, 32);
  alike<<<1, 32>>>(o, 32);
}
