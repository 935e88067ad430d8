// Members of structs that are updated in turn: an access moves across the others
// that surely take other members, and what fills an aligned struct is merged. So
// nvcc did in each of 1,100 kernels, of which the machine code was read.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

struct Pair { float x, y; };

__global__ void sums(float2 *o) {
  __shared__ float2 s[256];
  const int t = threadIdx.x;
  s[t] = o[t]; // expect: store 2/2
  __syncthreads();
  for (int h = 128; h > 0; h /= 2) {
    if (t < h) {
      s[t].x += s[t + h].x; // expect: load 2/2 total 19/19, store 2/2 total 0/0, load 2/2 total 19/19
      s[t].y += s[t + h].y; // expect: load 2/2 total 0/0, store 2/2 total 19/19, load 2/2 total 0/0
    }
    __syncthreads();
  }
  o[t] = s[0]; // expect: load 1/1
}

// Columns: the conflict of the merged accesses.
__global__ void columns(double2 *o) {
  __shared__ double2 s[32][16];
  const int t = threadIdx.x;
  s[t][0] = o[t]; // expect: store 32/4 8-way
  __syncthreads();
  s[t][3].x *= 2; // expect: load 32/4 8-way total 32/4, store 32/4 8-way total 0/0
  s[t][3].y *= 3; // expect: load 32/4 8-way total 0/0, store 32/4 8-way total 32/4
  __syncthreads();
  o[t] = s[t][3]; // expect: load 32/4 8-way
}

// Without a declared alignment, across a place that may be the same, and with
// two lines of stores between one another.
__global__ void open(Pair *p, float4 *o, const int *q, int n) {
  __shared__ Pair a[64];
  __shared__ float4 b[64];
  const int t = threadIdx.x;
  a[t] = p[t]; // expect: store 2/2
  b[t] = o[t]; // expect: store 4/4
  __syncthreads();
  a[t].x += 1; // expect: load 2/1 2-way, store 2/1 2-way
  a[t].y += 2; // expect: load 2/1 2-way, store 2/1 2-way
  const float4 v = b[t], w = b[t + n]; // expect: load 4/2 2-way, load 4/2 2-way
  b[t].x = w.x; // expect: upper-bound store 4/1 4-way
  b[t + n].x = v.x; // expect: upper-bound store 4/1 4-way
  b[t].y = w.y; // expect: upper-bound store 4/1 4-way
  b[t + n].y = v.y; // expect: upper-bound store 4/1 4-way
  __syncthreads();
  p[t] = a[t]; // expect: load 2/2
  o[t] = b[t]; // expect: load 4/4
}

// One member may stay in a register until behind the loop.
__global__ void inLoop(float2 *o, int p) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = o[t]; // expect: store 2/2
  __syncthreads();
  for (int k = 0; k < p; ++k) {
    // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way, load 1/1
    s[t].y += s[k].x;
    // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way, load 1/1
    s[t].x += s[k].x;
  }
  __syncthreads();
  o[t] = s[t]; // expect: load 2/2
}

// Of three members, nvcc stores each alone, depending on their order.
__global__ void three(float4 *o) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = o[t]; // expect: store 4/4
  __syncthreads();
  // expect: upper-bound load 4/1 4-way, upper-bound store 4/1 4-way
  s[t].z += 1;
  // expect: upper-bound load 4/1 4-way, upper-bound store 4/1 4-way
  s[t].w += 2;
  // expect: upper-bound load 4/1 4-way, store 4/1 4-way
  s[t].x += 3;
  __syncthreads();
  o[t] = s[t]; // expect: load 4/4
}

// Likewise if one that is read again stands between; that read may vanish.
__global__ void again(float4 *o) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = o[t]; // expect: store 4/4
  __syncthreads();
  // expect: upper-bound load 4/1 4-way, upper-bound store 4/1 4-way
  s[t].y += 2;
  // expect: upper-bound load 4/1 4-way, upper-bound store 4/1 4-way
  s[t].x += 3;
  // expect: upper-bound load 4/1 4-way, store 4/1 4-way, upper-bound load 4/1 4-way
  s[t].z += s[t].y;
  __syncthreads();
  o[t] = s[t]; // expect: load 4/4
}

// An atomic operation elsewhere may let them pass or not.
__global__ void counted(double2 *o) {
  __shared__ double2 s[32];
  __shared__ int n[32];
  const int t = threadIdx.x;
  n[t] = 0;    // expect: store 1/1
  s[t] = o[t]; // expect: store 4/4
  __syncthreads();
  s[t].x += 1; // expect: upper-bound load 4/2 2-way, upper-bound store 4/2 2-way
  atomicAdd(&n[t], 1); // expect: atomic 1/1
  s[t].y += 1; // expect: upper-bound load 4/2 2-way, upper-bound store 4/2 2-way
  __syncthreads();
  o[t] = s[t];   // expect: load 4/4
  o[t].x = n[t]; // expect: load 1/1
}

void launch(float2 *f, double2 *d, Pair *p, float4 *v, int *q) {
  sums<<<1, 256>>>(f);
  columns<<<1, 32>>>(d);
  open<<<1, 32>>>(p, v, q, 32);
  inLoop<<<1, 32>>>(f, 32);
  three<<<1, 32>>>(v);
  again<<<1, 32>>>(v);
  counted<<<1, 32>>>(d);
}
