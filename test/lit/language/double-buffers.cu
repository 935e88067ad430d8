// Two stages of one kernel's data, whichever way the stages change places.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <typename T> __device__ void exchange(T &a, T &b) {
  T c = a;
  a = b;
  b = c;
}
__device__ void exchangeBehind(float **a, float **b) {
  float *c = *a;
  *a = *b;
  *b = c;
}

__global__ void swapped(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float *from = s, *to = s + 1024;
  for (int i = 0; i < 4; ++i) {
    to[t] = from[t * 32]; // expect: store 1/1, load 32/1 32-way total 128/4
    float *next = from;
    from = to;
    to = next;
  }
  for (int i = 0; i < 4; ++i) {
    to[t] = from[t * 2]; // expect: store 1/1, load 2/1 2-way total 8/4
    exchange(from, to);
  }
  for (int i = 0; i < 4; ++i) {
    to[t] = from[t * 4]; // expect: store 1/1, load 4/1 4-way total 16/4
    exchangeBehind(&from, &to);
  }
}

// A member says which stage it is.
struct Stages {
  float *first, *second;
  bool isFirst;
  __device__ Stages(float *s) : isFirst(true) {
    first = s;
    second = s + 1024;
  }
  __device__ float *next() {
    float *p = isFirst ? first : second;
    isFirst = !isFirst;
    return p;
  }
};

__global__ void flippedMember(float *out, int n) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  Stages stages(s);
  for (int i = 0; i < 4; ++i)
    stages.next()[t * 2] = 1; // expect: store 2/1 2-way total open
  for (int i = 0; i < n; ++i)
    stages.next()[t * 4] = 1; // expect: store 4/1 4-way
  bool last[2] = {true, true};
  last[0] = false;
  s[last[0] ? t * 32 : t] = 1; // expect: store 1/1
}

__global__ void swappedArrays(float *out, int n) {
  __shared__ float a[1024];
  __shared__ float b[1024];
  int t = threadIdx.x;
  float *from = a, *to = b;
  for (int i = 0; i < 4; ++i) {
    to[t] = from[t * 32]; // expect: store 1/1, load 32/1 32-way total 128/4
    exchange(from, to);
  }
  for (int i = 0; i < n; ++i) {
    to[t] = 1; // expect: store 1/1
    exchange(from, to);
  }
}

__global__ void flipped(float *out, int n) {
  __shared__ float s[2][1024];
  int t = threadIdx.x, stage = 0;
  for (int i = 0; i < 4; ++i, stage ^= 1)
    s[stage][t * 2] = s[stage ^ 1][t]; // expect: store 2/1 2-way total 8/4, load 1/1
  for (int i = 0; i < n; ++i) {
    s[stage][t * 2] = s[1 - stage][t]; // expect: store 2/1 2-way, load 1/1
    stage = 1 - stage;
  }
  for (int i = 0; i < n; ++i)
    s[i & 1][t * 4] = s[(i + 1) % 2][t]; // expect: store 4/1 4-way, load 1/1
  bool second = false;
  for (int i = 0; i < n; ++i, second = !second)
    s[second][t * 8] = s[!second][t]; // expect: store 8/1 8-way, load 1/1
}

__global__ void listed(float *out, int n) {
  __shared__ float s[2048];
  __shared__ float a[1024];
  __shared__ float b[1024];
  int t = threadIdx.x;
  float *stages[2] = {s, s + 1024};
  for (int i = 0; i < 4; ++i)
    stages[i % 2][t * 2] = 1; // expect: store 2/1 2-way total open
  for (int i = 0; i < n; ++i)
    stages[i & 1][t * 4] = stages[~i & 1][t]; // expect: store 4/1 4-way, load 1/1
  float *arrays[2];
  arrays[0] = a;
  arrays[1] = b;
  for (int i = 0; i < 4; ++i)
    arrays[i % 2][t * 8] = arrays[1][t]; // expect: store 8/1 8-way total open, load 1/1
  float (*const rows[2])[32] = {(float (*)[32])a, (float (*)[32])b};
  rows[1][t][3] = rows[0][3][t]; // expect: store 32/1 32-way, load 1/1
}

void launch(float *out, int n) {
  swapped<<<1, 32>>>(out);
  flippedMember<<<1, 32>>>(out, n);
  swappedArrays<<<1, 32>>>(out, n);
  flipped<<<1, 32>>>(out, n);
  listed<<<1, 32>>>(out, n);
}
