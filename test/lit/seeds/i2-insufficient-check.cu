// I2. A tutorial's compile-time check: the row pitch must not be a multiple of
// 128 bytes. Rows of 64 bytes pass it and are 16-way.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int COLS, int PAD> __global__ void column(float *out) {
  static_assert((COLS + PAD) * sizeof(float) % 128 != 0, "conflicts");
  __shared__ float tile[32][COLS + PAD];
  // expect[column<16, 0>]: load 16/1 16-way
  // expect[column<16, 1>]: load 1/1
  out[threadIdx.x] = tile[threadIdx.x][0];
}

void launch(float *out) {
  column<16, 0><<<1, 32>>>(out);
  column<16, 1><<<1, 32>>>(out);
}
