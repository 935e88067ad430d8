// Rules L1, L2 and L5 of docs/compiler-model.md.
//
// Loops over stages: where the compiler makes code of its own of the stage with
// stride 1, and sees how far elements are apart, that stage's are merged. The
// figures are those of test/truth/collections/stages/measured.tsv.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void bitonic(float *g) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = g[t];             // expect: store 1/1
  s[t + 128] = g[t + 128]; // expect: store 1/1
  for (int size = 2; size <= 256; size <<= 1)
    for (int h = size / 2; h > 0; h >>= 1) {
      __syncthreads();
      const int i = 2 * t - (t & (h - 1));
      const float a = s[i];     // expect: load 2/1 2-way total 264/176
      const float b = s[i + h]; // expect: load 2/1 2-way total 200/112
      s[i] = a + b;             // expect: store 2/1 2-way total 200/112
      s[i + h] = a - b;         // expect: store 2/1 2-way total 264/176
    }
}

// What becomes constant in each stage is not counted.
__global__ void folding(float *g) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = g[t];             // expect: store 1/1
  s[t + 256] = g[t + 256]; // expect: store 1/1
  for (int stage = 0; stage < 9; ++stage) {
    __syncthreads();
    const int h = 1 << stage, low = t & (h - 1), scale = (h * 3 + 5) & 63;
    const int i = ((t >> stage) << (stage + 1)) + low;
    const float w = (float)((scale * 2 + h % 5) * (stage - 4) - (h * 7 ^ stage)) * 0.25f + ((h >> 2) - (h & 40) * (stage + 3));
    const float a = s[i];         // expect: load 2/1 2-way total 112/80
    const float b = s[i + h] * w; // expect: load 2/1 2-way total 96/64
    s[i] = a + b;                 // expect: store 2/1 2-way total 96/64
    s[i + h] = a - b;             // expect: store 2/1 2-way total 112/80
  }
}

// A variable that a condition sets is no constant.
__global__ void conditional(float *g, const float *w) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = g[t];             // expect: store 1/1
  s[t + 256] = g[t + 256]; // expect: store 1/1
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    __syncthreads();
    const int h = 1 << k, i = 2 * t - (t & (h - 1));
    int c = k;
    if (w[k] > sum)
      c = 5;
    c = c * 3 + (c ^ 7) * (c + 2) - (c & 5) * (c | 9) + (c << 2) * (c - 6);
    c = c * 5 + (c ^ 3) * (c + 8) - (c & 9) * (c | 4) + (c << 1) * (c - 7);
    c = c * 7 + (c ^ 1) * (c + 4) - (c & 3) * (c | 6) + (c << 3) * (c - 2);
    c = c * 9 + (c ^ 5) * (c + 6) - (c & 7) * (c | 8) + (c << 4) * (c - 1);
    sum += s[i] + s[i + h] * c; // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
  }
  g[t] = sum;
}

// Too large to be unrolled for sure.
__global__ void large(float *g) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  for (int size = 2; size <= 1024; size <<= 1)
    for (int h = size / 2; h > 0; h >>= 1) {
      __syncthreads();
      const int i = 2 * t - (t & (h - 1));
      const float a = s[i];     // expect: upper-bound load 2/1 2-way
      const float b = s[i + h]; // expect: upper-bound load 2/1 2-way
      const float c = a * 2 + b * 3 + a * b + t * 4 + h * 5 + size * 6;
      const float d = b * 2 + a * 3 + c * b + t * 5 + h * 4 + size * 7;
      const float e = c * 2 + d * 3 + d * c + t * 6 + h * 7 + size * 8;
      s[i] = c + e;     // expect: upper-bound store 2/1 2-way
      s[i + h] = d - e; // expect: upper-bound store 2/1 2-way
    }
}

// What is inlined, and a count that another variable keeps.
__device__ int left(int t, int h) { return h * (2 * t + 1) - 1; }

__global__ void inlined(int *g) {
  __shared__ int s[512];
  const int t = threadIdx.x;
  int h = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      const int a = s[left(t, h)];     // expect: load 16/1 16-way total 95/28
      const int b = s[left(t, h) + h]; // expect: load 16/1 16-way total 79/12
      g[t] = a + b;
    }
    h <<= 1;
  }
}

// One code for all stages.
__global__ void to(float *g, int n) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  for (int h = 1; h < n; h <<= 1) {
    const int i = 2 * t - (t & (h - 1));
    const float a = s[i];     // expect: load 2/1 2-way total 112/72
    const float b = s[i + h]; // expect: load 2/1 2-way total 112/72
    g[t] = a + b;
    __syncthreads();
  }
}

// With all tests kept, the first stages may have code of their own.
__global__ void asked(float *g, int n) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll
  for (int h = 1; h < n; h <<= 1) {
    const int i = 2 * t - (t & (h - 1));
    const float a = s[i];     // expect: upper-bound load 2/1 2-way total 112/72
    const float b = s[i + h]; // expect: upper-bound load 2/1 2-way total 112/72
    g[t] = a + b;
    __syncthreads();
  }
}

// Neighbors, as far as lanes are concerned. The compiler does not see it.
#define PADDED(i) ((i) + ((i) >> 4) * 2)
__global__ void padded(int *g) {
  __shared__ int s[600];
  const int t = threadIdx.x;
  const int a = s[PADDED(2 * t)];     // expect: upper-bound load 3/1 3-way total 24/8
  const int b = s[PADDED(2 * t + 1)]; // expect: upper-bound load 3/1 3-way total 24/8
  g[t] = a + b;
}

__global__ void padded_alike(int *g) {
  __shared__ int s[600];
  const int t = threadIdx.x;
  const int a = s[2 * t + (t >> 3) * 2];     // expect: load 4/2 2-way total 32/16
  const int b = s[2 * t + 1 + (t >> 3) * 2]; // expect: load 4/2 2-way total 0/0
  g[t] = a + b;
}

// What a round sets to what no round changes makes the first one code of its own.
__global__ void peeled(float *g, int n) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  int delay = 1;
  for (int h = 1; h < n; h <<= 1) {
    if (delay)
      __syncthreads();
    const int i = 2 * t - (t & (h - 1));
    const float a = s[i];     // expect: upper-bound load 2/1 2-way
    const float b = s[i + h]; // expect: upper-bound load 2/1 2-way
    g[t] = a + b;
    delay = 0;
  }
}

// The compiler can't count what two variables end.
__global__ void two_counters(float *g) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  for (int h = 1, m = 256; h < m; h <<= 1, m >>= 1) {
    const int i = 2 * t - (t & (h - 1));
    const float a = s[i];     // expect: load 2/1 2-way total open
    const float b = s[i + h]; // expect: load 2/1 2-way total open
    g[t] = a + b;
    __syncthreads();
  }
}

// It makes four of the inner loop's rounds one, and then the outer is large.
__global__ void around_others(float *g, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int h = 1; h < 256; h <<= 1) {
    const int i = 2 * t - (t & (h - 1));
    float a = s[i];     // expect: upper-bound load 2/1 2-way
    float b = s[i + h]; // expect: upper-bound load 2/1 2-way
    for (int j = 0; j < n; ++j)
      a = a * b + g[j];
    g[t] = a;
    __syncthreads();
  }
}

// References to memory, and records, are large.
__device__ void mix(float &a, float &b) {
  const float x = a, y = b;
  a = x + y;
  b = x - y;
}

__global__ void references(float *g) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int h = 1; h < 256; h <<= 1) {
    const int i = 2 * t - (t & (h - 1));
    mix(g[t], g[t + 1]);
    mix(g[t + 2], g[t + 3]);
    mix(g[t + 4], g[t + 5]);
    mix(g[t + 6], g[t + 7]);
    g[t] = s[i] + s[i + h]; // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
    __syncthreads();
  }
}

struct Row {
  float v[24];
};
__global__ void records(Row *g, float *f) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  for (int h = 1; h < 64; h <<= 1) {
    const int i = 2 * t - (t & (h - 1));
    g[h * 64 + t] = g[h * 32 + t + 9999];
    g[h * 64 + t + 77] = g[h * 32 + t + 777];
    f[t] = s[i] + s[i + h]; // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
    __syncthreads();
  }
}

void launch(float *g) {
  to<<<1, 256>>>(g, 512);
  asked<<<1, 256>>>(g, 512);
  peeled<<<1, 256>>>(g, 512);
  two_counters<<<1, 256>>>(g);
  around_others<<<1, 128>>>(g, 9);
  references<<<1, 128>>>(g);
  records<<<1, 32>>>((Row *)g, g);
}
