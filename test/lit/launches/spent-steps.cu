// A function that is called where the steps of its caller run out does not take
// too long itself: other callers get its value.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void slow(float *out, int i) {
  __shared__ float s[1024];
  // expect: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void quick(float *out) {
  __shared__ float s[1024];
  // expect[16x2x1]: store 1/1 1-way
  s[threadIdx.x * 2] = 1;
}

// Loops that compute what an argument depends on end early, too.
__global__ void late(float *out, float most) {
  __shared__ float s[1024];
  // expect[16x2x1]: store 1/1 1-way
  s[threadIdx.x * 2] = most;
}
void longLoops(float *out, const float *values) {
  float most = 0;
  dim3 block(16, 2);
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 1000; ++j)
      most = most < values[i * 1000 + j] ? values[i * 1000 + j] : most;
  late<<<1, block>>>(out, most);
}

void manyRounds(float *out) {
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j)
      for (int k = 0; k < 60; ++k)
        slow<<<dim3(i, j, k), dim3(32)>>>(out, i);
}
void launch(float *out) { quick<<<1, dim3(16, 2)>>>(out); }
