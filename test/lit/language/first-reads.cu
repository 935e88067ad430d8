// A local struct that gets several values, or members of its own: what is read of
// each value before anything is set says whether all of it is loaded. Totals as an
// H200 counts them (nvcc 13.0); where a member is not read, 4 bytes are loaded.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

__global__ void turns(const float2 *in, float2 *out, int n) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  float x = m, y = 2 * m;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way total 16/8
  x += A.x - A.y;
  A.x = y;
  A.y = 2;
  y += A.x * A.y;
  A = s[m * 4 & 255]; // expect: load 8/2 4-way total 32/8
  out[m] = make_float2(x + A.x, y - A.y);
}

// The second value is read in part, though another is read as a whole.
__global__ void half(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  float x = m, y = 2 * m;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way total 16/8
  x += A.x;
  y += 2 * A.y;
  A = s[m * 4 & 255]; // expect: load 8/1 8-way
  out[m] = make_float2(x + A.y * 3, y);
}

// Members change in rounds of a loop, each made of both.
__global__ void butterfly(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A, C;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way total 16/8
  for (int q = 4; q >= 0; q--) {
    C.x = q * A.x + __shfl_xor_sync(~0u, A.x, 1 << q);
    C.y = q * A.y + __shfl_xor_sync(~0u, A.y, 1 << q);
    A.x = m * C.x - 3 * C.y;
    A.y = m * C.y + 3 * C.x;
  }
  out[m] = A;
}

// One member is read before a branch and one in it.
__global__ void split(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  float x = m, y = 2 * m;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way
  x += A.x;
  if (in[0].x > 0) {
    y += A.y;
    A.x = 0;
    A.y = 0;
  }
  out[m] = make_float2(x, y);
}

// One member is read before all lanes may leave, the other behind: the whole is
// loaded there, by the machine code of nvcc 13.0.
__global__ void left(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way
  float x = A.x;
  if (in[0].x > 0)
    return;
  x += A.y;
  A.x = 0;
  A.y = x;
  out[m] = A;
}

// The same of a loop that may have no iteration, and of what follows in one
// expression.
__global__ void iterations(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  float x = 0;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way
  for (int i = 0; i < A.x; i += 3)
    x += A.y;
  A = s[m * 4 & 255], A.x = 1, A.y = 2; // expect: upper-bound load 16/2 8-way
  out[m] = make_float2(x + A.x, A.y);
}

// Nothing uses what is made of one member.
__global__ void dead(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A, C;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/1 4-way
  C.x = A.x * 2;
  C.y = A.y * 3;
  A.x = 1;
  A.y = 2;
  out[m] = A;
  out[m + 128].x = C.x;
}

// What functions get.
__device__ float both(float2 v) { return v.x * 3 + v.y; }
__global__ void given(const float2 *in, float2 *out) {
  __shared__ float2 s[256];
  const int m = threadIdx.x;
  float2 A;
  s[m] = in[m];             // expect: store 2/2 total 8/8
  s[m + 128] = in[m + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  A = s[m * 2 & 255]; // expect: load 4/2 2-way total 16/8
  float x = both(A);
  A = s[m * 4 & 255]; // expect: load 8/2 4-way total 32/8
  out[m] = make_float2(x, both(A));
}

// Parts of a local array by two counters.
#define F4(place) (*(float4 *)&(place))
__global__ void fragments(const float *in, float *out) {
  __shared__ float s[1024];
  const int m = threadIdx.x;
  float a[2][8];
  float r[8] = {0};
  for (int i = 0; i < 8; i++)
    s[i * 128 + m] = in[m + i * 128]; // expect: store 1/1 total 32/32
  __syncthreads();
#pragma unroll
  for (int j = 0; j < 8; j += 4)
    F4(a[0][j]) = F4(s[m / 16 * 8 + j]); // expect: load 2/2 total 16/16
#pragma unroll
  for (int b = 0; b < 7; b++) {
    const float *next = s + (b + 1) * 128 + m / 16 * 8;
    for (int j = 0; j < 8; j += 4)
      F4(a[(b + 1) % 2][j]) = F4(next[j]); // expect: load 2/2 total 112/112
#pragma unroll
    for (int j = 0; j < 8; j++)
      r[j] += a[b % 2][j];
  }
  for (int j = 0; j < 8; j++)
    out[m + j * 128] = r[j] + a[1][j];
}

void launch(const float2 *in, float2 *out) {
  turns<<<1, 128>>>(in, out, 3);
  half<<<1, 128>>>(in, out);
  butterfly<<<1, 128>>>(in, out);
  split<<<1, 128>>>(in, out);
  left<<<1, 128>>>(in, out);
  iterations<<<1, 128>>>(in, out);
  dead<<<1, 128>>>(in, out);
  given<<<1, 128>>>(in, out);
  fragments<<<1, 128>>>((const float *)in, (float *)out);
}
