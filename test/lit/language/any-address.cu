// An index that was read from memory, in requests that can't conflict wherever they go.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void oneLane(const int *in, float *out) {
  __shared__ float s[4096];
  __shared__ float4 v[256];
  __shared__ int counts[64];
  int t = threadIdx.x;
  s[in[t]] = 1; // expect: unknown store data-dependent-index
  if (t == 0)
    s[in[t]] = 1; // expect: store 1/1
  if (t == 5)
    v[in[t]] = make_float4(0, 0, 0, 0); // expect: store 1/1
  if (t == 31)
    atomicAdd(&counts[in[t]], 1); // expect: atomic 1/1
  if (t < 2)
    s[in[t]] = 1; // expect: unknown store data-dependent-index
}

__global__ void fewWords(const int *in, float *out) {
  __shared__ float row[32];
  __shared__ float two[2][32];
  __shared__ __align__(4) unsigned char bytes[128];
  __shared__ unsigned char unaligned[128];
  __shared__ double wide[16];
  __shared__ int counts[32];
  int t = threadIdx.x;
  row[in[t]] = row[in[t] + 1];      // expect: store 1/1, load 1/1
  two[0][in[t]] = 1;                // expect: unknown store data-dependent-index
  bytes[in[t]] = 1;                 // expect: store 1/1
  unaligned[in[t]] = 1;             // expect: unknown store data-dependent-index
  wide[in[t]] = 1;                  // expect: unknown store data-dependent-index
  atomicAdd(&counts[in[t]], 1);     // expect: atomic 1/1
  // Lanes that add to one word wait for each other.
  atomicAdd(&counts[in[t]], in[t]); // expect: unknown atomic data-dependent-index
}

// A choice between variables is one of their values.
__global__ void chosen(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int a = t * 2, b = t * 4;
  int c = n > 3 ? a : a;
  s[c] = 1; // expect: store 2/1 2-way
  int d = blockDim.x > 16 ? b : a;
  s[d] = 1; // expect: store 4/1 4-way
  int e = blockDim.x > 16 ? t : a;
  s[e] = 1; // expect: store 1/1
}

void launch(const int *in, float *out, int n) {
  oneLane<<<1, 32>>>(in, out);
  fewWords<<<1, 32>>>(in, out);
  chosen<<<1, 32>>>(out, n);
}
