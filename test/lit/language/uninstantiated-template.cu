// A template that the file never instantiates is not guessed at.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int N> __global__ void never(float *out) {
  __shared__ float s[N][32];
  s[threadIdx.x][0] = 1;       // expect: unknown load uninstantiated-template
  out[0] = s[0][threadIdx.x];  // expect: unknown load uninstantiated-template
}

__global__ void other(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;      // expect: store 32/1 32-way
  out[0] = s[0][threadIdx.x]; // expect: load 1/1
}

void launch(float *out) { other<<<1, 32>>>(out); }
