// Places that are loaded and stored to in straight code, of an array without a
// declared alignment: nvcc loads each just before the first store that needs it.
// Loads stay neighbors only where that store needs all of them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#define BEGIN                                                                  \
  __shared__ float s[256];                                                     \
  const int t = threadIdx.x;                                                   \
  s[t] = in[t];                                                                \
  __syncthreads();
#define END                                                                    \
  __syncthreads();                                                             \
  out[t] = s[t];

__global__ void butterfly(float *out, const float *in) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: load 2/2
  const float y = s[2 * t + 1]; // expect: load 2/2 total 0/0
  s[2 * t] = x + y;             // expect: store 2/2 total 0/0
  s[2 * t + 1] = x - y;         // expect: store 2/2
  END // expect: load 1/1
}

__global__ void inTurn(float *out, const float *in) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  s[2 * t] = x + 1;             // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = y + 1;         // expect: upper-bound store 2/1 2-way
  END // expect: load 1/1
}

// Two loads, two stores, two loads, two stores.
__global__ void pairs(float *out, const float *in) {
  BEGIN // expect: store 1/1
  float *v = &s[4 * t];
  const float a = v[0]; // expect: upper-bound load 4/1 4-way
  const float b = v[1]; // expect: upper-bound load 4/1 4-way
  const float c = v[2]; // expect: upper-bound load 4/1 4-way
  const float d = v[3]; // expect: upper-bound load 4/1 4-way
  v[0] = a + b; // expect: upper-bound store 4/1 4-way
  v[1] = a - b; // expect: upper-bound store 4/1 4-way
  v[2] = c + d; // expect: upper-bound store 4/1 4-way
  v[3] = c - d; // expect: upper-bound store 4/1 4-way
  END // expect: load 1/1
}

// What is stored to is not what was loaded from.
__global__ void elsewhere(float *out, const float *in) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: load 2/2
  const float y = s[2 * t + 1]; // expect: load 2/2 total 0/0
  s[2 * t + 128] = x + 1;       // expect: store 2/2 total 0/0
  s[2 * t + 129] = y + 1;       // expect: store 2/2
  END // expect: load 1/1
}

__global__ void behindAnother(float *out, const float *in) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: load 2/2
  const float y = s[2 * t + 1]; // expect: load 2/2 total 0/0
  out[t + 256] = 1;
  s[2 * t] = x + 1;     // expect: store 2/2 total 0/0
  s[2 * t + 1] = y + 1; // expect: store 2/2
  END // expect: load 1/1
}

__device__ void sort(float &x, float &y, bool up) {
  if ((x > y) == up) {
    const float z = x;
    x = y;
    y = z;
  }
}

// Choices need both values, and what they are made by.
__global__ void sorted(float *out, const float *in) {
  BEGIN // expect: store 1/1
  float x = s[2 * t];     // expect: load 2/2
  float y = s[2 * t + 1]; // expect: load 2/2 total 0/0
  sort(x, y, (t & 2) == 0);
  s[2 * t] = x;     // expect: store 2/2 total 0/0
  s[2 * t + 1] = y; // expect: store 2/2
  END // expect: load 1/1
}

__global__ void chosen(float *out, const float *in, float z) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  s[2 * t] = z > 1 ? x : z;     // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = x + y;         // expect: upper-bound store 2/1 2-way
  END // expect: load 1/1
}

// Through an array of registers, of which the first store needs each.
__global__ void sums(float *out, const float *in) {
  BEGIN // expect: store 1/1
  float v[2];
#pragma unroll
  for (int i = 0; i < 2; ++i)
    v[i] = s[2 * t + i];        // expect: load 2/2
  s[2 * t] = v[0] + v[1];       // expect: store 2/2 total 0/0
  s[2 * t + 1] = v[0] - v[1];   // expect: store 2/2
  END // expect: load 1/1
}

// Loads at the end of a round stand before the stores of the next.
__global__ void carried(float *out, const float *in) {
  BEGIN // expect: store 1/1
  float x = s[2 * t];     // expect: upper-bound load 2/1 2-way
  float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    s[2 * t] = x + 1;     // expect: upper-bound store 2/1 2-way
    s[2 * t + 1] = y + 1; // expect: upper-bound store 2/1 2-way
    x += s[2 * t + 128];  // expect: upper-bound load 2/1 2-way
    y += s[2 * t + 129];  // expect: upper-bound load 2/1 2-way
  }
  END // expect: load 1/1
}

// The first store needs one load from the other array, which is updated, too.
__global__ void crossed(float *out, const float *in) {
  __shared__ float d[256];
  BEGIN // expect: store 1/1
  d[t] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t];     // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  const float p = d[2 * t];     // expect: upper-bound load 2/1 2-way
  const float q = d[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  s[2 * t] = x + y + p;         // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = x - y;         // expect: upper-bound store 2/1 2-way
  d[2 * t] = p + q;             // expect: store 2/2 total 0/0
  d[2 * t + 1] = p - q;         // expect: store 2/2
  __syncthreads();
  out[t] = s[t] + d[t]; // expect: load 1/1, load 1/1
}

__device__ float chosenBy(float x, float y, int which) {
  float result = x;
  if (which)
    result += y;
  return result;
}

// What is read on a side that is never executed is not needed.
__global__ void deadSide(float *out, const float *in) {
  BEGIN // expect: store 1/1
  const float x = s[2 * t];      // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1];  // expect: upper-bound load 2/1 2-way
  s[2 * t] = chosenBy(x, y, 0);  // expect: upper-bound store 2/1 2-way
  s[2 * t + 1] = y + 1;          // expect: upper-bound store 2/1 2-way
  END // expect: load 1/1
}

// The stores in place come later, behind those to another array.
__global__ void copiedFirst(float *out, const float *in) {
  __shared__ float d[256];
  BEGIN // expect: store 1/1
  const float x = s[2 * t];     // expect: upper-bound load 2/1 2-way
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  d[2 * t] = x * 2;             // expect: upper-bound store 2/1 2-way
  d[2 * t + 1] = y * 2;         // expect: upper-bound store 2/1 2-way
  s[2 * t] = x + y;             // expect: store 2/2 total 0/0
  s[2 * t + 1] = x - y;         // expect: store 2/2
  __syncthreads();
  out[t] = s[t] + d[t]; // expect: load 1/1, load 1/1
}

void run(float *out, const float *in) {
  butterfly<<<1, 64>>>(out, in);
  inTurn<<<1, 64>>>(out, in);
  pairs<<<1, 64>>>(out, in);
  elsewhere<<<1, 64>>>(out, in);
  behindAnother<<<1, 64>>>(out, in);
  sorted<<<1, 64>>>(out, in);
  chosen<<<1, 64>>>(out, in, 2);
  sums<<<1, 64>>>(out, in);
  carried<<<1, 64>>>(out, in);
  crossed<<<1, 64>>>(out, in);
  deadSide<<<1, 64>>>(out, in);
  copiedFirst<<<1, 64>>>(out, in);
}
