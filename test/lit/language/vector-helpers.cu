// Vectors of which members are replaced on their way: by functions, by lambdas,
// in copies, or where they are stored. What nvcc makes of each was read from its
// machine code.
//
// RUN: %banklint --format=json --block-dim=64 %s | %python %verdict %s

__device__ float2 setX(float2 v, float f) {
  v.x = f;
  return v;
}
__device__ float2 setXOfCopy(const float2 &v, float f) {
  float2 copy;
  // expect: none
  // expect[loads<0>]: load 2/1 2-way
  copy = v;
  copy.x = f;
  return copy;
}
__device__ float2 withX(float2 v, float f) { return make_float2(v.x, f); }
__device__ float2 twice(float2 v, float f) { return setX(v, f); }
__device__ void setInPlace(float2 &v, float f) { v.y = f; }
__device__ float2 scale(float2 v, float f) {
  v.x *= f;
  v.y *= f;
  return v;
}
__device__ float4 setXOfFour(float4 v, float f) {
  v.x = f;
  return v;
}

// Of the place only the member is stored that is replaced: 4 bytes.
template <int How> __global__ void back(float2 *out, const float *f) {
  __shared__ float2 s[64];
  const int t = threadIdx.x;
  s[t ^ 1] = out[t]; // expect: store 2/2
  __syncthreads();
  // expect: upper-bound load 4/2 2-way
  float2 v = s[t];
  auto setY = [=](float2 u) {
    u.y = f[t];
    return u;
  };
  if (How == 0)
    // expect: none
    // expect[back<0>]: upper-bound store 4/2 2-way
    s[t] = setX(v, f[t]);
  else if (How == 1)
    // expect: none
    // expect[back<1>]: upper-bound store 4/2 2-way
    s[t] = setXOfCopy(v, f[t]);
  else if (How == 2)
    // expect: none
    // expect[back<2>]: upper-bound store 4/2 2-way
    s[t] = withX(v, f[t]);
  else if (How == 3)
    // expect: none
    // expect[back<3>]: upper-bound store 4/2 2-way
    s[t] = twice(v, f[t]);
  else if (How == 4)
    // expect: none
    // expect[back<4>]: upper-bound store 4/2 2-way
    s[t] = setY(v);
  else {
    setInPlace(v, f[t]);
    // expect: none
    // expect[back<5>]: upper-bound store 4/2 2-way
    s[t] = v;
  }
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 2/2
}
template __global__ void back<0>(float2 *, const float *);
template __global__ void back<1>(float2 *, const float *);
template __global__ void back<2>(float2 *, const float *);
template __global__ void back<3>(float2 *, const float *);
template __global__ void back<4>(float2 *, const float *);
template __global__ void back<5>(float2 *, const float *);

// In full: it comes from elsewhere, or each member is made of itself.
__global__ void elsewhere(float2 *out, const float *f) {
  __shared__ float2 s[64], u[64];
  const int t = threadIdx.x;
  s[t] = setX(out[t], f[t]); // expect: store 2/2
  __syncthreads();
  u[t] = scale(s[t ^ 1], f[t]); // expect: store 2/2, load 2/2
  __syncthreads();
  out[t] = u[t ^ 1]; // expect: load 2/2
}

// What is replaced is not loaded: 4 bytes of 8, but 16 of 16.
template <int How>
__global__ void loads(float2 *out, float4 *wide, const float *f) {
  __shared__ float2 s[64];
  __shared__ float4 w[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 2/2
  w[t] = wide[t]; // expect: store 4/4
  __syncthreads();
  if (How == 0)
    out[t] = setXOfCopy(s[t ^ 1], f[t]);
  else if (How == 1)
    // expect: none
    // expect[loads<1>]: load 2/1 2-way
    out[t] = twice(s[t ^ 1], f[t]);
  else if (How == 2)
    // expect: none
    // expect[loads<2>]: load 2/2
    out[t] = scale(s[t ^ 1], f[t]);
  else {
    // expect: none
    // expect[loads<3>]: load 4/4
    const float4 v = w[t ^ 1];
    wide[t] = setXOfFour(v, f[t]);
  }
}
template __global__ void loads<0>(float2 *, float4 *, const float *);
template __global__ void loads<1>(float2 *, float4 *, const float *);
template __global__ void loads<2>(float2 *, float4 *, const float *);
template __global__ void loads<3>(float2 *, float4 *, const float *);

// The copy to global memory is overwritten: nothing is loaded. Where a member
// stays, all are.
template <bool BothMembers>
__global__ void overwritten(float2 *out, const float *f) {
  __shared__ float2 s[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 2/2
  __syncthreads();
  const float2 v = s[t ^ 1]; // expect: upper-bound load 4/2 2-way
  out[t] = v;
  out[t].x = f[t];
  if (BothMembers)
    out[t].y = f[t];
}
template __global__ void overwritten<false>(float2 *, const float *);
template __global__ void overwritten<true>(float2 *, const float *);

// A struct that is stored and then set member by member, and one that is
// written back.
__global__ void vain(float2 *out, const float *f) {
  __shared__ float2 s[64], u[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 2/2
  s[t].x = f[t]; // expect: upper-bound store 2/1 2-way
  s[t].y = f[t + 64]; // expect: upper-bound store 2/1 2-way
  u[t] = out[t + 64]; // expect: store 2/2
  __syncthreads();
  const float2 v = u[t ^ 1]; // expect: load 2/2
  u[t ^ 1] = v; // expect: store 2/2
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 2/2
  out[t + 64] = u[t]; // expect: load 2/2
}

// Rebuilt in place, of members of the place and others; by a list, by scalars,
// and by a method.
struct Setter {
  __device__ float2 operator()(float2 v, float f) const {
    v.x = f;
    return v;
  }
};
template <int How> __global__ void rebuilt(float2 *out, const float *f) {
  __shared__ float2 s[64];
  const int t = threadIdx.x;
  s[t ^ 1] = out[t]; // expect: store 2/2
  __syncthreads();
  if (How == 0) {
    // expect: none
    // expect[rebuilt<0>]: upper-bound store 4/2 2-way, load 2/1 2-way
    s[t] = make_float2(s[t].x, f[t]);
  } else if (How == 1) {
    // expect: none
    // expect[rebuilt<1>]: upper-bound store 4/2 2-way, load 2/1 2-way
    s[t] = {s[t].x, f[t]};
  } else if (How == 2) {
    // expect: none
    // expect[rebuilt<2>]: load 2/1 2-way
    const float x = s[t].x;
    float2 v = out[t];
    v.x = x;
    // expect: none
    // expect[rebuilt<2>]: upper-bound store 4/2 2-way
    s[t] = v;
  } else {
    // expect: none
    // expect[rebuilt<3>]: upper-bound load 4/2 2-way
    float2 v = s[t];
    // expect: none
    // expect[rebuilt<3>]: upper-bound store 4/2 2-way
    s[t] = Setter()(v, f[t]);
  }
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 2/2
}
template __global__ void rebuilt<0>(float2 *, const float *);
template __global__ void rebuilt<1>(float2 *, const float *);
template __global__ void rebuilt<2>(float2 *, const float *);
template __global__ void rebuilt<3>(float2 *, const float *);

// A function that returns what it changed, for nobody: only its effects count.
__device__ float4 &scaleTwo(float4 &v) {
  v.x *= 2;
  v.y *= 3;
  return v;
}
__device__ uint4 &operator^=(uint4 &a, const uint4 &b) {
  a.x ^= b.x;
  a.y ^= b.y;
  a.z ^= b.z;
  a.w ^= b.w;
  return a;
}
__global__ void forEffect(float4 *out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 4/4
  __syncthreads();
  float4 two = s[t ^ 1]; // expect: load 4/2 2-way
  scaleTwo(two);
  float4 all = s[2 * t % 64]; // expect: upper-bound load 32/4 8-way
  all = scaleTwo(all);
  out[t] = all;
  out[t].x = two.x + two.y;
}
__global__ void inLoop(uint4 *out, int n) {
  __shared__ uint4 s[256];
  const int t = threadIdx.x;
  uint4 local[4];
  for (int i = 0; i < 4; ++i)
    s[t + 64 * i] = out[t + 64 * i]; // expect: store 4/4
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    local[i] = s[(t ^ 1) + 64 * i]; // expect: load 4/4
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      local[i] ^= out[t + k];
  for (int i = 0; i < 4; ++i)
    out[t + 64 * i] = local[i];
}

// A part of what a function returns; one of several effects.
__device__ float4 &setFirst(float4 &v, float to) {
  v.x = to;
  return v;
}
__global__ void inPart(float4 *out, int p) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 4/4
  __syncthreads();
  float4 one = s[t ^ 1]; // expect: load 4/1 4-way
  out[t].x = setFirst(one, 3).y;
  float4 two = s[t ^ 3]; // expect: load 4/1 4-way
  switch (p) {
  case 1:
    setFirst(two, 1);
    break;
  default:
    scaleTwo(two);
  }
  out[t].y = two.y + two.w;
}

// The low halves of two numbers.
__global__ void lowHalves(longlong2 *out) {
  __shared__ longlong2 s[64];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 4/4
  __syncthreads();
  longlong2 v = s[t ^ 1]; // expect: upper-bound load 8/4 2-way
  out[t].x = (int)v.x + 3 * (int)v.y;
}
