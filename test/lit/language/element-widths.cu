// Members of one struct, and elements of vectors, that the compiler makes one
// access of, although their widths differ: those of up to 4 bytes of which whole
// words come together. What nvcc 13.0 makes of each was read from its machine
// code.
//
// RUN: %banklint --format=json --block-dim=128 %s | %python %verdict %s

struct Mixed {
  float2 pair;
  float x, y;
};

// LDS.128
__global__ void pairAndOne(float *out) {
  __shared__ Mixed s[128];
  const int t = threadIdx.x;
  s[t].pair = make_float2(out[t], out[t + 1]); // expect: upper-bound store 4/2 2-way
  s[t].x = out[t + 2]; // expect: upper-bound store 4/1 4-way
  s[t].y = out[t + 3]; // expect: upper-bound store 4/1 4-way
  __syncthreads();
  const float2 v = s[t ^ 1].pair; // expect: upper-bound load 4/2 2-way
  out[t] = v.x + v.y + s[t ^ 1].x; // expect: upper-bound load 4/1 4-way
}

__global__ void vectors(float *out) {
  __shared__ float2 s[256];
  const int t = threadIdx.x;
  s[t] = make_float2(out[t], 0); // expect: store 2/2
  __syncthreads();
  const float2 v = s[2 * t]; // expect: upper-bound load 4/2 2-way
  out[t] = v.x + v.y + s[2 * t + 1].x; // expect: upper-bound load 4/1 4-way
}

struct Keyed {
  int key;
  unsigned char r, g, b, a;
};

// LDS.64
__global__ void bytes(int *out) {
  __shared__ Keyed s[128];
  const int t = threadIdx.x;
  out[t] = s[t].key + // expect: upper-bound load 2/1 2-way
           s[t].r * // expect: upper-bound load 2/1 2-way
               s[t].a; // expect: upper-bound load 2/1 2-way
}

// One load of the word, or of the vector.
__global__ void color(int *out) {
  __shared__ uchar4 s[128];
  __shared__ unsigned char plain[512];
  const int t = threadIdx.x;
  out[t] = s[t].x + // expect: load 1/1 total open
           s[t].y; // expect: load 1/1 total open
  // Without an alignment, bytes stay single.
  out[t] += plain[4 * t] + // expect: load 1/1 total 4/4
            plain[4 * t + 1]; // expect: load 1/1 total 4/4
}

struct Wide {
  double d;
  float x, y;
};

// LDS.64 twice: numbers of 8 bytes combine with their like only.
__global__ void wide(float *out) {
  __shared__ Wide s[128];
  const int t = threadIdx.x;
  out[t] = s[t].d + // expect: load 4/2 2-way total 16/8
           s[t].x + // expect: load 4/2 2-way total 16/8
           s[t].y; // expect: load 4/2 2-way total 0/0
}

struct Lone {
  float x;
  short h, i;
};

__global__ void lone(float *out) {
  __shared__ Lone s[128];
  const int t = threadIdx.x;
  out[t] = s[t].x * // expect: load 2/1 2-way total 8/4
           s[t].h; // expect: load 2/1 2-way total 8/4
  __syncthreads();
  out[t] += s[t ^ 1].x * // expect: upper-bound load 2/1 2-way
            s[t ^ 1].h + // expect: upper-bound load 2/1 2-way
            s[t ^ 1].i; // expect: upper-bound load 2/1 2-way
}

// LDS.64 and STS.64 where nvcc sees the whole program, single ones with -rdc=true.
__global__ void scalars(float *out) {
  __shared__ float mean, deviation;
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = out[t + 2]; // expect: store 1/1 total 4/4
  if (t == 0) {
    mean = out[0]; // expect: store 1/1 total open
    deviation = out[1]; // expect: store 1/1 total open
  }
  __syncthreads();
  out[t] = (s[t ^ 1] - // expect: load 1/1 total 4/4
            mean) / // expect: load 1/1 total open
           deviation; // expect: load 1/1 total open
}

// Nobody can know the alignment of a row whose pitch is an argument, whichever
// row it is.
__global__ void pitched(float *out, int pitch) {
  extern __shared__ unsigned char rows[];
  const int t = threadIdx.x;
  int row = threadIdx.y * pitch;
  out[t] = rows[row + 4 * t] + // expect: load 1/1 total 4/4
           rows[row + 4 * t + 1]; // expect: load 1/1 total 4/4
  __syncthreads();
  row = (threadIdx.y + blockDim.y) * pitch;
  out[t + 128] = rows[row + 4 * t] + // expect: load 1/1 total 4/4
                 rows[row + 4 * t + 1]; // expect: load 1/1 total 4/4
}
