// A launch whose block has more threads than a block can have fails: it says
// nothing of the kernel, whatever its arguments are.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

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
