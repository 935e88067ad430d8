// In a file without main, a variable that other files may change, and nothing
// here does, is likely to have its first value.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

int first = 512;
static int own = 128;
int changed = 512;
extern int elsewhere;
int *handedOut = &elsewhere, taken = 512;

void change(int to) { changed = to; }
int *take() { return &taken; }

// CHECK: note: in 'kernel<0>', for the launch here, assuming a block of 512x1x1 threads (from default values); warp 0 is the same in every block of 32 or more threads in x
template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 512x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 256x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 256x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = out[0];
}

void launch(float *out) {
  kernel<0><<<1, first>>>(out);
  kernel<1><<<1, own>>>(out);
  kernel<2><<<1, changed>>>(out);
  kernel<3><<<1, elsewhere>>>(out);
  kernel<4><<<1, taken>>>(out);
}
