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

// Whichever lanes take which side, each needs one word of its two. An H200 took up
// to 2, 1, 1, 3 and 2 wavefronts for one request, whatever `d` was.
__global__ void either(float *o, const int *d, int n) {
  __shared__ float s[512];
  __shared__ short h[512];
  __shared__ float2 w[128];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 32) {
    s[i] = o[i]; // expect: store 1/1
    h[i] = o[i]; // expect: store 1/1
  }
  for (int i = t; i < 128; i += 32)
    w[i] = ((float2 *)o)[i]; // expect: store 2/2
  __syncthreads();
  float sum = 0;
  if (d[t])
    sum += s[t * 2] * 2; // expect: upper-bound load 2/1 2-way
  else
    sum += s[t * 2 + 1] * 3; // expect: upper-bound load 2/1 2-way
  if (d[t + 32])
    sum += s[t + n] * 2; // expect: load 1/1
  else
    sum += s[t + n + 32] * 3; // expect: load 1/1
  if (d[t + 64])
    sum += h[t] * 2; // expect: load 1/1
  else
    sum += h[t + 1] * 3; // expect: load 1/1
  if (d[t + 96])
    sum += h[t * 3] * 2; // expect: upper-bound load 3/1 3-way
  else
    sum += h[t * 5 + 1] * 3; // expect: upper-bound load 3/1 3-way
  float2 pair;
  if (d[t + 128])
    pair = w[t]; // expect: upper-bound load 2/2
  else
    pair = w[t + 16]; // expect: upper-bound load 2/2
  sum += pair.x * pair.y;
  // In another place to each other for each n.
  if (d[t + 160])
    sum += s[t * 2 + n] * 2; // expect: upper-bound load 4/1 4-way
  else
    sum += s[t * 2] * 3; // expect: upper-bound load 4/1 4-way
  o[t] = sum;
}

// One side has few lanes, or there are several sides.
__global__ void several(float *o, const int *d, int n) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 32)
    s[i] = o[i]; // expect: store 1/1
  __syncthreads();
  float v;
  switch (d[t]) {
  case 0:
    v = s[t]; // expect: upper-bound load 3/1 3-way
    break;
  case 1:
    v = s[t * 2]; // expect: upper-bound load 3/1 3-way
    break;
  default:
    v = s[t + 64]; // expect: upper-bound load 3/1 3-way
  }
  o[t] = v;
}

void launch(float *o, int n) {
  either<<<1, 32>>>(o, (const int *)o, n);
  several<<<1, 32>>>(o, (const int *)o, n);
  different<<<1, 32>>>(o, 32);
  alike<<<1, 32>>>(o, 32);
}
