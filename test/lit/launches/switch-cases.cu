// What a choice has learned of a size contradicts all cases of a switch but
// those with the same alternative.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#define CEIL_POW2(N) ((N) > 16 ? 32 : (N) > 8 ? 16 : (N) > 4 ? 8 : 4)

template <int N> __global__ void doubled(int *out) {
  __shared__ int s[128];
  // expect[doubled<3> @ 4x2x1]: store 1/1
  // expect[doubled<17> @ 32x2x1]: store 2/1 2-way
  s[(threadIdx.y * N + threadIdx.x) * 2] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < N)
    // expect[doubled<3> @ 4x2x1]: load 1/1
    // expect[doubled<17> @ 32x2x1]: load 2/1 2-way
    out[threadIdx.x] = s[(threadIdx.y * N + threadIdx.x) * 2] + 1;
}

void launch(int *out, int n) {
  const dim3 block(CEIL_POW2(n), 2);
  switch (n) {
  case 3:
    doubled<3><<<1, block>>>(out);
    break;
  case 17:
    doubled<17><<<1, block>>>(out);
    break;
  }
}

// What was made of the number before is known, too, once the number is.
template <int N> __global__ void rows(int *out) {
  __shared__ int s[256];
  // expect[rows<32> @ 32x8x1]: store 1/1
  // expect[rows<64> @ 64x4x1]: store 1/1
  // expect[rows<128> @ 128x2x1]: store 1/1
  // expect[rows<16> @ 16x16x1]: store 1/1
  s[threadIdx.y * N + threadIdx.x] = out[threadIdx.x];
}

void launchRows(int *out, unsigned width) {
  const dim3 block(width, 256 / width);
  switch (width) {
  case 32:
    rows<32><<<1, block>>>(out);
    break;
  case 64:
    rows<64><<<1, block>>>(out);
    break;
  case 128:
    rows<128><<<1, block>>>(out);
    break;
  }
  if (width == 16)
    rows<16><<<1, block>>>(out);
}
