// H2. A scan with two buffers. The tutorial's array is too small for its second
// buffer, which is another bug; the banks are fine.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void scan(float *data, int n) {
  __shared__ float temp[256 + 8];
  int tid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * blockDim.x + tid] = data[tid]; // expect: store 1/1
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (tid >= offset)
      // expect: store 1/1, load 1/1, load 1/1
      temp[pout * blockDim.x + tid] = temp[pin * blockDim.x + tid] + temp[pin * blockDim.x + tid - offset];
    else
      // expect: store 1/1, load 1/1
      temp[pout * blockDim.x + tid] = temp[pin * blockDim.x + tid];
    __syncthreads();
  }
}

void launch(float *data) { scan<<<1, 256>>>(data, 256); }
