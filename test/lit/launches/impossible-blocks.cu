// A launch whose block has more threads than a block can have fails: it says
// nothing of the kernel, whatever its arguments are.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s
// RUN: %banklint --arch=sm_90 %s | FileCheck %s

int limit = 1024;

__global__ void scan(int *o, int n, int stride) {
  extern __shared__ int t[];
  t[threadIdx.x * stride] = n; // expect[scan @ 256x1x1]: store 1/1 total 8/8
}
__global__ void big(int *o) {}

static int stride(int x) {
  int p = 1;
  while (p < x)
    p *= 2;
  return p > 1024 ? 32 : 1;
}

void run(int *o, int n) {
  if (n > limit)
    big<<<n / limit, 512>>>(o);
  else
    scan<<<1, n / 2, 4 * n * sizeof(int)>>>(o, n, stride(n));
}

int main() {
  int *o = nullptr;
  int sizes[] = {20000000, 512};
  for (int i = 0; i < 2; i++)
    run(o, sizes[i]);
}

// Neither in one direction nor in all together.
__global__ void flat(int *o, int stride) {
  __shared__ int t[1024];
  t[threadIdx.x * stride & 1023] = 1; // expect[flat @ 32x32x1]: store 1/1 total 32/32
}
void launchFlat(int *o, bool isWrong) {
  if (isWrong)
    flat<<<1, dim3(64, 32)>>>(o, 2);
  else
    flat<<<1, dim3(32, 32)>>>(o, 1);
}

// Where it is the only one, the note says so. Another block is assumed.
constexpr int tiles = 8;
__global__ void failing(int *o) {
  __shared__ int t[8192];
  t[threadIdx.x * 32] = 1; // expect[failing @ 256x1x1]: store 32/1 32-way
}
void launchFailing(int *o) {
  dim3 block(tiles * tiles * 32);
  // CHECK: [[#@LINE+1]]:3: note: for the launch here, which fails with its block of 2048x1x1 threads, assuming a block of 256x1x1 threads instead; warp 0 is the same in every block of 32 or more threads in x
  failing<<<1, block>>>(o);
}

// The blocks of all its paths are named. Nothing else that it passes counts.
__global__ void failingTwice(int *o, int n) {
  __shared__ int t[8192];
  t[threadIdx.x * 32 + n] = 1; // expect[failingTwice @ 256x1x1]: store 32/1 32-way
}
void launchFailingTwice(int *o, bool deep) {
  // CHECK: [[#@LINE+1]]:3: note: for the launch here, which fails with its block of 1x1x128 or 2048x1x1 threads, assuming
  failingTwice<<<1, deep ? dim3(1, 1, 128) : dim3(2048)>>>(o, 32);
}

// Not where others are made.
__global__ void failsOnce(int *o) {
  __shared__ int t[8192];
  t[threadIdx.x * 32] = 1; // expect[failsOnce @ 64x1x1]: store 32/1 32-way
}
void launchTwice(int *o) {
  failsOnce<<<1, 0>>>(o);
  // CHECK: [[#@LINE+1]]:3: note: for the launch with a block of 64x1x1 threads here
  failsOnce<<<1, 64>>>(o);
}
