// Structs that are copied as a whole: where all members are used and of one
// size, the pieces are as wide as the compiler knows the struct to be aligned.
// The figures are those of test/truth/collections/structs/measured.tsv, or its table's rules.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct Best {
  float value;
  int index;
};
struct Four {
  float m[4];
};
struct Six {
  float x, y, z, vx, vy, vz;
};
struct Mixed {
  double value;
  int index, count;
};

// PROGRAM-LABEL: kernel "sure"
// PROGRAM: store 4 {{.*}} pieces 2 whole by P1 array s
// PROGRAM: load 4 {{.*}} pieces 2 whole by P1 array s
__global__ void sure(const Best *in, Best *out) {
  __shared__ Best s[256];
  __shared__ Four q[256];
  __shared__ Six p[256];
  const int t = threadIdx.x;
  s[t] = in[t];           // expect: store 2/2 total 16/16
  const Best b = s[t ^ 1]; // expect: load 2/2 total 16/16
  out[t] = b;
  q[t] = q[t ^ 1];        // expect: store 4/4 total 32/32, load 4/4 total 32/32
  p[t] = p[t ^ 1];        // expect: store 6/6 total 48/48, load 6/6 total 48/48
}

// An array of odd size stands before it: its alignment is that of the members,
// unless one is declared.
__global__ void behind(const Best *in, Best *out, float *f) {
  __shared__ float odd[33];
  __shared__ Best s[256];
  __shared__ __align__(16) Best a[256];
  const int t = threadIdx.x;
  odd[t & 31] = f[t];      // expect: store 1/1
  s[t] = in[t];            // expect: store 4/2 2-way
  a[t] = in[t + 1];        // expect: store 2/2 total 16/16
  __syncthreads();
  f[t] = odd[(t + 1) & 31]; // expect: load 1/1
  out[t] = s[t ^ 1];       // expect: load 4/2 2-way
  out[t + 9] = a[t ^ 1];   // expect: load 2/2 total 16/16
}

// A struct with members of several sizes.
__global__ void sizes(const Mixed *in, Mixed *out) {
  __shared__ Mixed s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: upper-bound store 8/4 2-way
}

// Of a local variable, members that nothing reads are not loaded.
__global__ void members(const Best *in, float *out, int *index, int n) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2 total 8/8
  __syncthreads();
  const Best one = s[t ^ 1]; // expect: load 2/1 2-way
  out[t] = one.value;
  const Best both = s[t ^ 2]; // expect: load 2/2 total 8/8
  out[t + 1] = both.value;
  index[t] = both.index;
  const Best either = s[t ^ 3]; // expect: upper-bound load 4/2 2-way
  if (n > 3)
    out[t + 2] = either.value;
  else
    index[t + 2] = either.index;
  const Best guarded = s[t ^ 4]; // expect: load 2/2 total 8/8
  if (guarded.value > 0)
    index[t + 3] = guarded.index;
  const Best divided = s[t ^ 5]; // expect: upper-bound load 4/2 2-way
  if (divided.value > 0)
    out[t + 4] = divided.index / divided.value;
}

__device__ float sum(const Best &b) { return b.value + b.index; }
__device__ float first(Best b) { return b.value; }

// Functions and copies.
__global__ void handed(const Best *in, float *out, Best *best) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2 total 8/8
  __syncthreads();
  const Best all = s[t ^ 1]; // expect: load 2/2 total 8/8
  out[t] = sum(all);
  const Best part = s[t ^ 2]; // expect: load 2/1 2-way
  out[t + 1] = first(part);
  Best most = in[t];
  const Best other = s[t ^ 3]; // expect: load 2/2 total 8/8
  if (other.value > most.value)
    most = other;
  best[t] = most;
  Best changed;
  changed.value = out[t];
  changed.index = t;
  const Best later = s[t ^ 4]; // expect: load 2/2 total 8/8
  if (later.value > changed.value)
    changed = later;
  best[t + 1] = changed;
  Best overwritten;
  const Best lost = s[t ^ 5]; // expect: load 2/1 2-way
  overwritten = lost;
  overwritten.index = t;
  best[t + 2] = overwritten;
}

// What is written back to its place is not loaded or stored for that.
__global__ void updated(const Best *in, Best *out, float x) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2 total 8/8
  __syncthreads();
  Best b = s[t]; // expect: upper-bound load 4/2 2-way
  b.value += x;
  s[t] = b; // expect: upper-bound store 4/2 2-way
  __syncthreads();
  const Best moved = s[t ^ 1]; // expect: load 2/2 total 8/8
  __syncthreads();
  s[t] = moved; // expect: store 2/2 total 8/8
  __syncthreads();
  out[t] = s[127 - t]; // expect: load 2/2 total 8/8
}

// A variable that is not set in full.
__global__ void unset(const float *in, Best *out) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  Best b;
  b.value = in[t];
  s[t] = b; // expect: upper-bound store 4/2 2-way
  Best c;
  c.value = in[t];
  c.index = t;
  __syncthreads();
  s[t] = c; // expect: store 2/2 total 8/8
}

// Neighbors may become one access.
__global__ void neighbors(const Best *in, Best *out) {
  __shared__ Best s[256];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s[i * 64 + t] = in[i * 64 + t]; // expect: store 2/2 total 16/16
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[i * 64 + t] = s[t * 4 + i]; // expect: upper-bound load 8/2 4-way
}

// An address that moves by a constant is kept in a register, perhaps that of
// the second member.
__global__ void rows(const Best *in, float *out, int n) {
  __shared__ Best s[512];
  __shared__ __align__(16) Best a[512];
  const int t = threadIdx.x, lane = t & 31;
  s[t] = in[t];       // expect: store 2/2 total 8/8
  a[t] = in[t + 128]; // expect: store 2/2 total 8/8
  __syncthreads();
  float all = 0;
  for (int k = 0; k < n; ++k) {
    const Best b = s[k * 32 + lane]; // expect: upper-bound load 4/2 2-way
    const Best c = a[k * 32 + lane]; // expect: load 2/2
    all += sum(b) * sum(c);
  }
  out[t] = all;
}

// Of vectors, members that are overwritten are not loaded, and only these are
// stored where the others come from.
__global__ void vectors(const float2 *in, float2 *out, float4 *four, float x) {
  __shared__ float2 s[128];
  __shared__ float4 q[128];
  const int t = threadIdx.x;
  s[t] = in[t];       // expect: store 2/2
  q[t] = four[t];     // expect: store 4/4
  __syncthreads();
  float2 a = s[t ^ 1]; // expect: load 2/1 2-way
  a.y = x;
  out[t] = a;
  float2 b = s[t]; // expect: upper-bound load 4/2 2-way
  b.y = x;
  s[t] = b; // expect: upper-bound store 4/2 2-way
  __syncthreads();
  float2 c = s[t]; // expect: load 2/2
  c.x = c.x * x;
  c.y += x;
  s[t] = c; // expect: store 2/2
  float4 d = q[t ^ 1]; // expect: load 4/4
  d.w = 1;
  four[t + 1] = d;
  float4 e = q[t ^ 2]; // expect: load 4/1 4-way
  e.w = 1;
  e.y = 1;
  four[t + 2] = e;
}

struct VolatileBest {
  volatile float value;
  int index;
};
struct WithConstructor {
  float value;
  int index;
  __device__ WithConstructor() {}
};

// Behind a jump is a branch, and what is only unpacked is not used.
__global__ void left(const Best *in, float *out, int *index) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  __syncthreads();
  const Best unused = s[t ^ 2]; // expect: load 2/1 2-way
  const float value = unused.value;
  const int other = unused.index;
  out[t] = value;
  const Best unpacked = s[t ^ 3]; // expect: load 2/2
  const float first = unpacked.value;
  const int second = unpacked.index;
  out[t + 1] = first + second;
  const Best seen = s[t ^ 4]; // expect: load 2/1 2-way
  auto get = [&] { return seen.index; };
  out[t + 2] = seen.value;
  const Best slow = s[t ^ 5]; // expect: upper-bound load 4/2 2-way
  if (slow.value <= 0)
    return;
  out[t + 3] = slow.index / slow.value;
}

// A part of the struct is accessed, too.
__global__ void parts(const Best *in, Best *out, float *values) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: upper-bound store 4/2 2-way
  s[t].index = t; // expect: upper-bound store 2/1 2-way
  __syncthreads();
  s[t].value = 3; // expect: store 2/1 2-way
  const Best forwarded = s[t]; // expect: upper-bound load 4/2 2-way
  values[t] = forwarded.value + forwarded.index;
}
__global__ void corrected(const Best *in, Best *out) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: upper-bound load 4/2 2-way
  out[t].index = t;
}

__device__ void insert(Best *top, int k, const Best b) { top[k] = b; }

// What is not known to be whole.
__global__ void unknown(const Best *in, float *out, VolatileBest *v,
                        WithConstructor *c) {
  __shared__ Best s[128];
  __shared__ VolatileBest w[128];
  __shared__ WithConstructor d[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  __syncthreads();
  Best top[2];
  insert(top, in[0].index & 1, s[t ^ 1]); // expect: upper-bound load 4/2 2-way
  out[t] = top[0].value;
  w[t].value = v[t].value; // expect: store 2/1 2-way
  WithConstructor set;
  set.value = out[t + 1];
  d[t] = set; // expect: upper-bound store 4/2 2-way
}

// A step that only the launch knows.
__global__ void strides(const Best *in, float *out, int n) {
  __shared__ Best s[1024];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += blockDim.x)
    s[i] = in[i]; // expect: upper-bound store 4/2 2-way
  __syncthreads();
  float all = 0;
  for (int i = t; i < n; i += blockDim.x) {
    const Best b = s[i]; // expect: upper-bound load 4/2 2-way
    all += b.value * b.index;
  }
  out[t] = all;
}

// Dynamic memory is aligned as declared.
__global__ void dynamicStrides(const Best *in, float *out, int n) {
  extern __shared__ Best d[];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x)
    d[i + n] = in[i]; // expect: upper-bound store 2/2 total open
  __syncthreads();
  float all = 0;
  for (int i = t; i < n; i += blockDim.x) {
    const Best b = d[i]; // expect: upper-bound load 2/2 total open
    all += b.value * b.index;
  }
  out[t] = all;
}

struct Pair {
  float a;
  int b;
};
// Copies in one piece are neighbors as any other accesses are: nvcc makes one
// access of 16 bytes of two of these.
__global__ void pairs(Pair *io, float *out) {
  __shared__ Pair s[256];
  const int t = threadIdx.x;
  const Pair r = io[t], q = io[t + 40];
  s[2 * t] = r;     // expect: upper-bound store 4/2 2-way
  s[2 * t + 1] = q; // expect: upper-bound store 4/2 2-way
  __syncthreads();
  const Pair x = s[2 * t]; // expect: load 4/2 2-way total 4/2
  out[t] = x.a * x.b;
  __syncthreads();
  if (t == 31)
    s[t] = r; // expect: store 1/1 total 1/1
  __syncthreads();
  // Of a choice, each side is copied.
  const Pair y = t < 16 ? s[2 * t] : io[t]; // expect: load 2/1 2-way total 2/1
  out[t + 64] = y.a * y.b;
}

void launch(Best *b, float *f, int *i, int n) {
  pairs<<<1, 32>>>(reinterpret_cast<Pair *>(b), f);
  sure<<<1, 256>>>(b, b);
  behind<<<1, 256>>>(b, b, f);
  sizes<<<1, 128>>>(reinterpret_cast<Mixed *>(b), reinterpret_cast<Mixed *>(b));
  members<<<1, 128>>>(b, f, i, n);
  handed<<<1, 128>>>(b, f, b);
  updated<<<1, 128>>>(b, b, n);
  unset<<<1, 128>>>(f, b);
  neighbors<<<1, 64>>>(b, b);
  rows<<<1, 128>>>(b, f, n);
  left<<<1, 128>>>(b, f, i);
  parts<<<1, 128>>>(b, b, f);
  corrected<<<1, 128>>>(b, b);
  unknown<<<1, 128>>>(b, f, reinterpret_cast<VolatileBest *>(b),
                      reinterpret_cast<WithConstructor *>(b));
  strides<<<1, 128>>>(b, f, 1024);
  dynamicStrides<<<1, 128, 16384>>>(b, f, n);
  vectors<<<1, 128>>>(reinterpret_cast<float2 *>(b),
                      reinterpret_cast<float2 *>(b),
                      reinterpret_cast<float4 *>(f), n);
}
