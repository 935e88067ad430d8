// Launches and calls inside of code that Clang drops: the block is not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=21

__global__ void twice(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void dropped(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void called(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void passed(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
template <int N> __global__ void instance(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * N] = 1;
}
__global__ void silent(float *out) {
  __shared__ float s[1024];
  // expect: store 1/1 1-way
  s[threadIdx.x * 2] = 1;
}

__global__ void interface(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}
__global__ void parenthesised(float *out) {
  __shared__ float s[1024];
  // expect[16x1x1]: store 1/1 1-way
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}

void launch(float *out, int block) { called<<<1, block>>>(out); }
void relaunch(float *out, int block) { passed<<<1, block>>>(out); }

// This function is dropped whole.
void lost(nsx::vector<int> sizes, float *out) { dropped<<<1, 128>>>(out); }

void host(float *out) {
  twice<<<1, 16>>>(out);
  nsx::timed<int> time = twice<<<1, 128>>>(out);
  dropped<<<1, 16>>>(out);
  launch(out, 16);
  nsx::timed(launch(out, 128));
  relaunch(out, 16);
  relaunch(out, nsy::block);
  instance<2><<<1, 16>>>(out);
  nsx::timed([&] { instance<2><<<1, nsx::Block<2>::size>>>(out); });
  interface<<<1, 16>>>(out);
  void *args[] = {&out};
  nsx::timed<int> end = cudaLaunchKernel((void *)interface, 1, 128, args, 0, 0);
  parenthesised<<<1, 16>>>(out);
  nsx::timed<int> last = (parenthesised)<<<1, 128>>>(out);
  silent<<<1, 16>>>(out);
#if 0
  silent<<<1, 32>>>(out);
#endif
  nsx::timed("silent");
}
