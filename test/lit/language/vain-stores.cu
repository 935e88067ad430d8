// Accesses between neighbors that the compiler leaves out, so that they are no
// obstacle, and neighbors that it makes of the two sides of a branch. What nvcc
// makes of each was read from its machine code.
//
// RUN: %banklint --format=json --block-dim=64 %s | %python %verdict %s

// The store between the loads moves into the one in the branch: the loads may
// become one. In the second kernel it stays where it is.
__global__ void betweenLoads(const float *in, float *out, int n) {
  __shared__ float s[128], o[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t]; // expect: upper-bound load 2/1 2-way
  o[t] = 5; // expect: store 1/1
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  if (n > 3)
    o[t] = x; // expect: store 1/1
  __syncthreads();
  out[t] = x + y + o[t ^ 1]; // expect: load 1/1
}
__global__ void staysBetweenLoads(const float *in, float *out) {
  __shared__ float s[128], o[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t]; // expect: load 2/1 2-way
  o[t] = 5; // expect: store 1/1
  const float y = s[2 * t + 1]; // expect: load 2/1 2-way
  __syncthreads();
  out[t] = x + y + o[t ^ 1]; // expect: load 1/1
}

// A pair of stores to an array with a declared alignment, by the same
// subscript: the loads are moved across them.
__global__ void acrossPair(const float *in, float *out) {
  __shared__ __align__(16) float o[128];
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t]; // expect: upper-bound load 2/1 2-way
  o[2 * t] = 5; // expect: store 2/2
  o[2 * t + 1] = 6; // expect: store 2/2
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  __syncthreads();
  out[t] = x + y + o[t ^ 1]; // expect: load 1/1
}

// What was loaded is written back where it was: one store of 4 bytes is left.
__global__ void unchanged(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t], y = s[2 * t + 1]; // expect: load 2/2, load 2/2
  s[2 * t] = y; // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = y; // expect: upper-bound store 2/1 2-way
  __syncthreads();
  out[t] = s[t ^ 1] + x; // expect: load 1/1
}
// A function may have changed it.
__device__ void order(float &a, float &b) {
  if (a > b) {
    const float c = a;
    a = b;
    b = c;
  }
}
__global__ void ordered(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  float x = s[2 * t], y = s[2 * t + 1]; // expect: load 2/2, load 2/2
  order(x, y);
  s[2 * t] = x; // expect: store 2/2
  s[2 * t + 1] = y; // expect: store 2/2
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}

// The first store to s[2 * t] is left out, the last one may be merged with that
// between them.
__global__ void setTwice(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way
  s[2 * t] += in[t];
  // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way
  s[2 * t + 1] += in[t + 64];
  // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way
  s[2 * t] += in[t + 128];
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}

// All with one place may be done before all with the next, unless a value is
// needed by both, or the array is declared with an alignment.
template <bool Crossed, int Alignment>
__global__ void inPlace(const float *in, float *out) {
  __shared__ __align__(Alignment) float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  // expect: load 2/2
  // expect[inPlace<false, 4>]: upper-bound load 2/1 2-way
  const float x = s[2 * t];
  // expect: load 2/2
  // expect[inPlace<false, 4>]: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1];
  // expect: store 2/2
  // expect[inPlace<false, 4>]: upper-bound store 2/1 2-way
  s[2 * t] = Crossed ? x + y : x + 1;
  // expect: store 2/2
  // expect[inPlace<false, 4>]: upper-bound store 2/1 2-way
  s[2 * t + 1] = Crossed ? x - y : y + 1;
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}
template __global__ void inPlace<false, 4>(const float *, float *);
template __global__ void inPlace<true, 4>(const float *, float *);
template __global__ void inPlace<false, 16>(const float *, float *);

// The same through functions, captures and arrays of registers; what these hold
// may be made of several values.
// expect: none
// expect[inPlaceElsewhere<0>]: upper-bound load 2/1 2-way
template <class T> __device__ T get(const T *p, int i) { return p[i]; }
// expect: none
// expect[inPlaceElsewhere<0>]: upper-bound store 2/1 2-way
template <class T> __device__ void put(T *p, int i, T v) { p[i] = v; }
template <int How> __global__ void inPlaceElsewhere(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  if (How == 0) {
    const float a = get(s, 2 * t), b = get(s, 2 * t + 1);
    put(s, 2 * t, a + 1);
    put(s, 2 * t + 1, b + 1);
  } else if (How == 1) {
    // expect: none
    // expect[inPlaceElsewhere<1>]: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
    const float a = s[2 * t], b = s[2 * t + 1];
    auto set = [&] {
      // expect: none
      // expect[inPlaceElsewhere<1>]: upper-bound store 2/1 2-way
      s[2 * t] = a * 3;
      // expect: none
      // expect[inPlaceElsewhere<1>]: upper-bound store 2/1 2-way
      s[2 * t + 1] = b * 3;
    };
    set();
  } else if (How == 2) {
    // expect: none
    // expect[inPlaceElsewhere<2>]: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
    float v[2] = {s[2 * t], s[2 * t + 1]};
    // expect: none
    // expect[inPlaceElsewhere<2>]: upper-bound store 2/1 2-way
    s[2 * t] = v[0] * 3;
    // expect: none
    // expect[inPlaceElsewhere<2>]: upper-bound store 2/1 2-way
    s[2 * t + 1] = v[1] * 3;
  } else {
    // expect: none
    // expect[inPlaceElsewhere<3>]: load 2/2, load 2/2
    float v[2] = {s[2 * t], s[2 * t + 1]};
    // expect: none
    // expect[inPlaceElsewhere<3>]: store 2/2
    s[2 * t] = v[0] + v[1];
    // expect: none
    // expect[inPlaceElsewhere<3>]: store 2/2
    s[2 * t + 1] = v[0] - v[1];
  }
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}
template __global__ void inPlaceElsewhere<0>(const float *, float *);
template __global__ void inPlaceElsewhere<1>(const float *, float *);
template __global__ void inPlaceElsewhere<2>(const float *, float *);
template __global__ void inPlaceElsewhere<3>(const float *, float *);

// Two arrays in turns: the alignment of one serves both.
__global__ void inTurns(const float *in, float *out) {
  __shared__ float s[128];
  __shared__ __align__(16) float o[128];
  const int t = threadIdx.x;
  s[2 * t] = in[t]; // expect: upper-bound store 2/1 2-way
  o[2 * t] = in[t + 64]; // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = in[t + 128]; // expect: upper-bound store 2/1 2-way
  o[2 * t + 1] = in[t + 192]; // expect: upper-bound store 2/1 2-way
  __syncthreads();
  out[t] = s[t ^ 1] + o[t ^ 1]; // expect: load 1/1, load 1/1
}

// A member of what was stored as a whole is stored with it; what was stored in
// parts need not be loaded.
__global__ void parts(const float *in, float4 *out) {
  __shared__ float4 s[64];
  __shared__ __align__(16) float u[128];
  const int t = threadIdx.x;
  // expect: store 4/4
  s[t] = make_float4(in[t], in[t + 64], in[t + 128], in[t + 192]);
  s[t].y = in[t + 256]; // expect: upper-bound store 4/1 4-way
  u[2 * t] = in[t]; // expect: store 2/2
  u[2 * t + 1] = in[t + 64]; // expect: store 2/2
  const float2 v = *(float2 *)&u[2 * t]; // expect: load 2/2
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 4/4
  out[t + 64].x = v.x + v.y + u[t ^ 1]; // expect: load 1/1
}

// Both sides store to one place: that may become one store, which has a
// neighbor. Where only one side stores, none.
template <bool BothSides> __global__ void sides(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  const float x = in[t], y = in[t + 64];
  if (t % 32 < 16)
    // expect: store 1/1
    // expect[sides<true>]: upper-bound store 2/1 2-way
    s[2 * t] = x;
  else if (BothSides)
    // expect: none
    // expect[sides<true>]: upper-bound store 2/1 2-way
    s[2 * t] = y;
  // expect: store 2/1 2-way
  // expect[sides<true>]: upper-bound store 2/1 2-way
  s[2 * t + 1] = x;
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}
template __global__ void sides<true>(const float *, float *);
template __global__ void sides<false>(const float *, float *);

// What nothing uses is not loaded, and what one side of a branch uses may be
// loaded there.
template <bool InBranch>
__global__ void loadedElsewhere(const float *in, float *out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  // expect: upper-bound load 2/1 2-way
  const float x = s[2 * t];
  // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1];
  if (InBranch && n > t)
    out[t + 64] = x * 3 - sqrtf(x);
  out[t] = y;
}
template __global__ void loadedElsewhere<true>(const float *, float *, int);
template __global__ void loadedElsewhere<false>(const float *, float *, int);
__global__ void unused(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t]; // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  out[t] = y;
}

// Three of four halves of words become one load, which reads the fourth, too.
__global__ void halves(const short *in, short *out) {
  __shared__ __align__(16) short s[256];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += 64)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
  out[t] = s[4 * t] + s[4 * t + 1] * s[4 * t + 2];
}

// (k * 8) / 2 is k * 4 for the compiler. t * 4 - (t & ~3) is something of
// which it does not see that it is a multiple of 4.
__global__ void arithmetic(const float *in, float *out, int k) {
  __shared__ float s[512], u[512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 64)
    s[i] = u[i] = in[i]; // expect: store 1/1, store 1/1
  __syncthreads();
  float x = 1;
  x += x * s[(k * 8) / 2 + 2 * t]; // expect: upper-bound load 2/1 2-way
  x += x * s[(k * 8) / 2 + 2 * t + 1]; // expect: upper-bound load 2/1 2-way
  x += x * u[(2 * t + t * 4) - (t & ~3)]; // expect: upper-bound load 2/1 2-way
  // expect: upper-bound load 2/1 2-way
  x += x * u[(2 * t + t * 4) - (t & ~3) + 1];
  out[t] = x;
}

// What is stored back into its own place, with or without a name: the compiler
// may leave out both.
struct Two { float x; double y; };
__global__ void storedBack(double *out, Two *pairs) {
  __shared__ double d[128];
  __shared__ Two g[64];
  const int t = threadIdx.x;
  d[t] = out[t];        // expect: store 2/2
  g[t].x = pairs[t].x;  // expect: store 4/1 4-way
  g[t].y = pairs[t].y;  // expect: store 4/2 2-way
  __syncthreads();
  // expect: upper-bound store 4/2 2-way, upper-bound load 4/2 2-way
  d[2 * (t & 31)] = d[2 * (t & 31)];
  // expect: upper-bound store 4/1 4-way, upper-bound load 4/1 4-way
  g[t].x = g[t].x;
  const double y = g[t].y; // expect: upper-bound load 4/2 2-way
  g[t].y = y;              // expect: upper-bound store 4/2 2-way
  __syncthreads();
  out[t] = d[t ^ 1];              // expect: load 2/2
  pairs[t].x = g[t ^ 1].x;        // expect: load 4/1 4-way
  pairs[t].y = g[t ^ 1].y;        // expect: load 4/2 2-way
}
