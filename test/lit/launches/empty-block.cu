// A launch of no threads fails: what it passes is no kernel's argument.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void scan(int *out, int width) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  // expect[@ 256x1x1]: store 1/1
  // expect[@ 64x1x1]: store 1/1
  s[t / width] = out[t];
  __syncthreads();
  // expect[@ 256x1x1]: load 1/1
  // expect[@ 64x1x1]: load 1/1
  out[t] = s[t / width];
}

void run(int *out, int n) {
  const int threads = n > 100 ? 64 : 0;
  if (n > 1000)
    scan<<<1, 256, 1024>>>(out, 32);
  else
    scan<<<1, threads, 1024>>>(out, threads);
}
