// A declaration with a type that is not known is none of the definition that follows, but
// what is launched by it is the kernel.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=7

__global__ void scores(float *out, Missing<int> list, int pitch);
void compute(Missing<int> list) {
  float *out = 0;
  dim3 block(64);
  scores<<<4, block>>>(out, list, 2);
}
__global__ void scores(float *out, Missing<int> list, int pitch) {
  __shared__ float s[4096];
  // expect[64x1x1 @ pitch=2]: store 2/1 2-way
  s[threadIdx.x * pitch] = 1;
}

// Which of two is meant is not known.
__global__ void either(Missing<int> list);
void launch(Missing<int> list) { either<<<1, 64>>>(list); }
__global__ void either(Missing<long> list) {
  __shared__ float s[4096];
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void either(Missing<char> list) {
  __shared__ float s[4096];
  // expect[256x1x1]: store 4/1 4-way
  s[threadIdx.x * 4] = 1;
}
