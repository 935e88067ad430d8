// Measured: nvcc moves a load to the only branch that uses its value, also
// through assignments and out of loops that it unrolls whole. Its lanes are
// those of the branch then.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

__global__ void sunk(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float direct = s[t * 32]; // expect: upper-bound load 32/1 32-way
  float assigned;
  assigned = s[t * 33 + 1]; // expect: load 1/1
  assigned = s[t * 32 + 6]; // expect: upper-bound load 32/1 32-way
  float halved = s[t * 16]; // expect: upper-bound load 16/1 16-way
  halved = (halved + 1) * 0.5f;
  halved += s[t * 16 + 3]; // expect: upper-bound load 16/1 16-way
  float first = 0;
  for (int k = 0; k < 4; ++k)
    first += s[t * 33 + k * 8] + s[t * 2 + k * 70]; // expect: load 1/1, upper-bound load 2/1 2-way
  float second = 0;
  for (int k = 0; k < 4; ++k) {
    const float a = s[t * 4 + k * 70]; // expect: upper-bound load 4/1 4-way
    second = fmaf(a, a, second);
  }
  if (t < n)
    out[t] = direct / assigned + first * second * halved;
}

__global__ void kept(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  // The loop stays.
  float rolled = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k)
    rolled += s[t * 2 + k * 70]; // expect: load 2/1 2-way
  float counted = 0;
  for (int k = 0; k < n; ++k)
    counted += s[t * 2 + k * 70]; // expect: load 2/1 2-way
  // No branch is the only one.
  float used = s[t * 32]; // expect: load 32/1 32-way
  used *= 2;
  out[t + 64] = used;
  if (t < n)
    out[t] = rolled * counted / used;
}

void launch(float *out, int n) {
  sunk<<<1, 32>>>(out, n);
  kept<<<1, 32>>>(out, n);
}
