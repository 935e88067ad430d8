// An unknown that all lanes share chooses one of two addresses in each lane:
// both are tried.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void choices(float *out, bool inverse, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1 total 1/1
  __syncthreads();
  const int i = inverse ? 31 - t : t;
  out[t] = s[i]; // expect: load 1/1 total 1/1
  __syncthreads();
  int j = t;
  if (n > 4)
    j = 31 - t;
  out[t + 32] = s[j]; // expect: load 1/1 total 1/1
  __syncthreads();
  // One choice, of two numbers.
  const int base = n > 9 ? 0 : t, stride = n > 9 ? 1 : 32;
  out[t + 64] = s[base + stride * 3]; // expect: load 1/1 total 1/1
  __syncthreads();
  const int k = inverse ? 2 * t : t;
  out[t + 96] = s[k]; // expect: upper-bound load 2/1 2-way
  __syncthreads();
  // Two choices: of four, one has conflicts.
  const int a = inverse ? t : 0, b = n > 9 ? t : 0;
  out[t + 128] = s[a + b]; // expect: upper-bound load 2/1 2-way
  __syncthreads();
  // Other lanes choose otherwise.
  int l = t;
  if (out[t] > 0)
    l = 31 - t;
  out[t + 160] = s[l]; // expect: unknown load unknown-condition
}
void launch(float *out, bool inverse, int n) {
  choices<<<1, 32>>>(out, inverse, n);
}
