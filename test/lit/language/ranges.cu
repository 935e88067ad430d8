// Range-based loops, structured bindings and packs.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void ranges(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (auto &row : tile)
    row[t] = 1; // expect: store 1/1 total 32/32
  for (const auto &row : tile)
    out[t] += row[t * 2 % 32]; // expect: load 1/1 total 32/32
  for (float &value : tile[1])
    value = 2; // expect: store 1/1 total open
  float sum = 0;
  for (float value : tile[t]) // expect: upper-bound load 32/1 32-way
    sum += value;
  int strides[] = {1, 2, 4};
  for (int stride : strides)
    (&tile[0][0])[t * stride] = sum; // expect: store 4/1 4-way total 7/3
}

__global__ void bindings(float *out) {
  __shared__ int2 pairs[64];
  __shared__ int rows[2][64];
  auto [a, b] = pairs[threadIdx.x]; // expect: load 2/2
  auto &[c, d] = pairs[threadIdx.x];
  c = a;     // expect: store 2/1 2-way
  out[0] = d; // expect: load 2/1 2-way
  auto &[first, second] = rows;
  first[threadIdx.x] = b;      // expect: store 1/1
  second[threadIdx.x * 2] = b; // expect: store 2/1 2-way
}

template <int... Strides> __global__ void packs(float *out) {
  __shared__ int s[4096];
  // expect: store 32/1 32-way
  ((s[threadIdx.x * Strides] = 1), ...);
}

void launch(float *out) {
  ranges<<<1, 32>>>(out);
  bindings<<<1, 32>>>(out);
  packs<1, 2, 32><<<1, 32>>>(out);
}
