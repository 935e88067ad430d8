// The width of an element decides which lanes share a word and how many passes an access takes.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_fp16.h>

__global__ void integers(int *out) {
  __shared__ bool b[8192];
  __shared__ unsigned char c[8192];
  __shared__ short s[4096];
  __shared__ unsigned u[2048];
  __shared__ long l[256];
  int t = threadIdx.x;
  b[t] = true;       // expect: silent
  b[t * 256] = true; // expect: store 32/1 32-way
  c[t * 2] = 1;      // expect: store 1/1
  c[t * 8] = 1;      // expect: store 2/1 2-way
  c[t * 128] = 1;    // expect: store 32/1 32-way
  s[t] = 1;          // expect: store 1/1
  s[t * 4] = 1;      // expect: store 2/1 2-way
  u[t] = 1;          // expect: store 1/1
  u[t * 2] = 1;      // expect: store 2/1 2-way
  u[t / 2] = 1;      // expect: store 1/1
  l[t] = 1;          // expect: store 2/2
  l[t * 2] = 1;      // expect: store 4/2 2-way
}

__global__ void floats(double *out) {
  __shared__ __half h[2048];
  __shared__ float f[2048];
  __shared__ double d[512];
  int t = threadIdx.x;
  h[t] = h[t * 2];         // expect: store 1/1, load 1/1
  h[t * 64] = h[t];        // expect: store 32/1 32-way, load 1/1
  out[t] = f[t] + f[t * 4]; // expect: load 1/1, load 4/1 4-way
  out[t] = d[t];           // expect: load 2/2
  out[t] = d[t * 16];      // expect: load 32/2 16-way
}

__global__ void vectors(float *out) {
  __shared__ uchar4 c[1024];
  __shared__ short2 s[32];
  __shared__ int2 i[64];
  __shared__ float3 f3[32];
  __shared__ float4 f4[64];
  __shared__ double2 d[64];
  int t = threadIdx.x;
  c[t] = make_uchar4(1, 2, 3, 4);      // expect: store 1/1
  c[t * 32] = make_uchar4(1, 2, 3, 4); // expect: upper-bound store 32/1 32-way
  c[t].y = 1;                          // expect: store 1/1
  s[t].x = 1;                          // expect: store 1/1
  i[t] = make_int2(t, t);              // expect: store 2/2
  i[t * 2] = make_int2(t, t);          // expect: store 4/2 2-way
  out[t] = i[t].y;                     // expect: load 2/1 2-way
  // Twelve bytes are three words, each a pass of its own.
  f3[t] = make_float3(1, 2, 3); // expect: store 3/3
  out[t] = f3[t].z;             // expect: load 1/1
  f4[t] = make_float4(1, 2, 3, 4); // expect: store 4/4
  out[t] = f4[t].w;                // expect: upper-bound load 4/1 4-way
  out[t] = d[t].y;                 // expect: load 4/2 2-way
}

struct Pair {
  int key;
  float value;
};
struct alignas(8) Aligned {
  int key;
  float value;
};
struct Row {
  float values[33];
  int count;
};
struct Even {
  struct {
    float values[32];
  } inner;
};
union Word {
  int i;
  float f;
  unsigned char bytes[4];
};

__global__ void structs(float *out) {
  __shared__ Pair pairs[64];
  __shared__ Aligned aligned[64];
  __shared__ Row rows[32];
  __shared__ Even even[32];
  __shared__ Word words[32];
  int t = threadIdx.x;
  out[t] = pairs[t].key; // expect: upper-bound load 2/1 2-way
  // Two words, which a compiler may join if it finds them aligned.
  Pair pair = pairs[t];      // expect: upper-bound load 4/2 2-way
  Aligned wide = aligned[t]; // expect: load 2/2
  out[t] = pair.key + pair.value + wide.key + wide.value;
  out[t] = rows[0].values[t];      // expect: load 1/1
  out[t] = rows[t].values[3];      // expect: load 2/1 2-way
  rows[t].count = 1;               // expect: store 2/1 2-way
  out[t] = even[t].inner.values[t]; // expect: load 1/1
  out[t] = even[t].inner.values[1]; // expect: load 32/1 32-way
  out[t] = words[t].bytes[2] + words[t].f; // expect: load 1/1, load 1/1
}

void launch(int *ints, float *out, double *doubles) {
  integers<<<1, 32>>>(ints);
  floats<<<1, 32>>>(doubles);
  vectors<<<1, 32>>>(out);
  structs<<<1, 32>>>(out);
}
