// A struct that is copied by memcpy, and seen as something else by a pointer or a
// method, is followed: what of a load is used, and the indices inside. Widths as
// nvcc 13.0 makes them for sm_90.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s
// RUN: %banklint --print-program=chosen %s | FileCheck %s
// CHECK-COUNT-1: load 4 &index
// CHECK-NOT: load 4 &index

struct alignas(16) Packed {
  float values[4];
  __device__ float &operator[](int i) { return values[i]; }
  __device__ const float &operator[](int i) const { return values[i]; }
  __device__ int4 bits() const {
    int4 result;
    memcpy(&result, &values, sizeof(result));
    return result;
  }
};

__global__ void streamed(int4 *out, const Packed *in) {
  __shared__ Packed s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  const Packed v = s[t ^ 1]; // expect: load 4/4
  Packed twice;
  for (int k = 0; k < 4; ++k)
    twice[k] = 2 * v[k];
  __stcs(out + t, twice.bits());
}

__global__ void indices(float *out) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const int from[2] = {t, 2 * t};
  int2 to;
  memcpy(&to, &from, sizeof(to));
  s[to.y] = t; // expect: store 2/1 2-way
  __syncthreads();
  out[t] = s[t]; // expect: load 1/1
}

// A register that is loaded a round before it is used, and once too often: what the
// last round loads is overwritten.
__global__ void ahead(float4 *out, int n) {
  __shared__ float4 s[9 * 32];
  const int t = threadIdx.x;
  for (int i = 0; i < 9; ++i)
    s[i * 32 + t] = out[i * 32 + t]; // expect: store 4/4
  __syncthreads();
  float4 v[2], sum = {0, 0, 0, 0};
  v[0] = s[t]; // expect: load 4/4
  for (int i = 0; i < 8; ++i) {
    v[(i + 1) & 1] = s[(i + 1) * 32 + t]; // expect: upper-bound load 16/4 4-way
    sum.x += v[i & 1].x;
    sum.y += v[i & 1].y;
    sum.z += v[i & 1].z;
    sum.w += v[i & 1].w;
  }
  v[0] = s[t ^ 1]; // expect: load 4/4
  out[t] = make_float4(sum.x + v[0].x, sum.y + v[0].y, sum.z + v[0].z,
                       sum.w + v[0].w);
}

// The subscript of what is copied to is read once.
__global__ void chosen(float4 *out) {
  __shared__ float4 s[64];
  __shared__ int index[64];
  const int t = threadIdx.x;
  s[t] = out[t];    // expect: store 4/4
  index[t] = t & 1; // expect: store 1/1
  __syncthreads();
  float4 r[2] = {};
  float4 *p = r;
  memcpy(&p[index[t]], &s[t], 16); // expect: load 1/1, upper-bound load 16/4 4-way
  out[t] = p[0];
}

void launch(int4 *bits, const Packed *in, float *out, float4 *four) {
  streamed<<<1, 128>>>(bits, in);
  indices<<<1, 32>>>(out);
  ahead<<<1, 32>>>(four, 3);
  chosen<<<1, 64>>>(four);
}
