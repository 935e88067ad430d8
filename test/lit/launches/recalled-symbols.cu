// A call that ends in too many ways to be followed one by one leaves what it was
// given as it was: conditions on that are as open behind it as before.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void copy(float *out) {
  __shared__ float s[2048];
  // expect[copy @ 32x2x1]: upper-bound store 2/1 2-way
  // expect[copy @ 32x4x1]: upper-bound store 2/1 2-way
  s[threadIdx.x * 2] = 1;
  out[threadIdx.x] = 2;
}
__global__ void other(float *out) { out[threadIdx.x] = 2; }

void dispatch(int kernel, float *out, int rows) {
  switch (kernel) {
  case 1:
    other<<<1, 32>>>(out);
    break;
  case 2:
    other<<<2, 32>>>(out);
    break;
  case 3:
    other<<<3, 32>>>(out);
    break;
  case 4:
    if (cudaMemset(out, 0, rows) == cudaSuccess)
      copy<<<1, dim3(32, rows)>>>(out);
    else
      other<<<1, 64>>>(out);
    break;
  case 5:
    other<<<5, 32>>>(out);
    break;
  default:
    other<<<6, 32>>>(out);
  }
}

int main(int argc, char **argv) {
  const int kernel = argc;
  float *out;
  cudaMalloc(&out, 4096);
  const int rows[] = {2, 4};
  for (int i = 0; i < 2; ++i)
    dispatch(kernel, out, rows[i]);
}
