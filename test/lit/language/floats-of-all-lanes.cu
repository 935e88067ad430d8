// Integers that are made of numbers in floating point which all lanes share.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void scalars(float *out, float x, const float *in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  const float scaled = x * 2, sum = scaled + in[blockIdx.x];
  s[t * 2 + (int)scaled] = 1;   // expect: store 2/1 2-way
  s[t * 2 + (int)sum] = 1;      // expect: store 2/1 2-way
  float own = in[t];
  s[t * 2 + (int)own] = 1;      // expect: unknown store floating-point
  // It is another one in each iteration.
  for (int i = 0; i < n; i++) {
    float each = in[i];
    s[t * 4 + (int)each] = 1;   // expect: store 4/1 4-way
  }
  // Lanes may differ from the first iteration in which one of them leaves.
  float last = 0;
  for (int i = 0; i < t; i++)
    last = in[i];
  s[t * 2 + (int)last] = 1;     // expect: unknown store floating-point
  float chosen = t < 5 ? x : in[3];
  s[t * 2 + (int)chosen] = 1;   // expect: unknown store floating-point
  if (sum > 3) {
    float inside = in[n];
    s[t * 2 + (int)inside] = 1; // expect: store 2/1 2-way
  }
}

// What all lanes read from one word they share, and so all that follows.
__global__ void tree(float *out, const int *active, const float4 *size,
                     int *count, int n) {
  extern __shared__ int words[];
  while (true) {
    int body;
    if (threadIdx.x == 0) {
      body = atomicAdd(&count[n], 1);
      words[0] = body;         // expect: store 1/1
    }
    __syncthreads();
    body = words[0];           // expect: load 1/1
    if (body >= n)
      return;
    float4 g = size[active[body]];
    unsigned number = __float_as_int(g.w);
    int d = 0;
    while (((number - 1) >> d) > 0)
      d++;
    d = max(d, 4);
    int ty = threadIdx.x >> d;
    int offset = ty << d;
    __syncthreads();
    words[threadIdx.x] = 3;    // expect: store 1/1
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 16; i++)
      sum += words[offset + i]; // expect: unknown load uniform-unknown
    out[threadIdx.x] = sum;
    __syncthreads();
  }
}

void launch(float *out, float x, const int *in, const float4 *size, int n) {
  scalars<<<1, 32, 4096>>>(out, x, out, n);
  tree<<<9, 128, 4096>>>(out, in, size, (int *)out, n);
}
