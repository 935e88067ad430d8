// A kernel of which a parameter does not parse, and an argument of its launch:
// the block is that of the launch.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=2

__global__ void convert(float *x, missing_t *scales) {
  __shared__ float s[1024];
  s[threadIdx.x * 2] = x[threadIdx.x]; // expect[32x4x1]: store 2/1 2-way
}

void run(void *x, int n) {
  dim3 block;
  block.x = 32;
  block.y = 4;
  convert<<<1, block>>>(static_cast<float *>(x), static_cast<missing_t *>(x));
}
