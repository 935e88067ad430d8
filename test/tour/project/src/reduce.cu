__global__ void reduce(float *out, const float *in) {
  __shared__ float sums[256];
  sums[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}

void launchReduce(float *out, const float *in, int blocks) {
  reduce<<<blocks, 256>>>(out, in);
}
