// B1, B2, B3. The interleaved reduction: its stride doubles in every round while
// its threads halve. A tutorial names i = 8 as the only conflict of a block of
// 64; i = 1 to 16 all are 2-way there. Measured for 256 threads: 47 wavefronts
// instead of 12 for each of the three accesses.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void reduce(int *data) {
  __shared__ int shared[256];
  shared[threadIdx.x] = data[threadIdx.x]; // expect: silent
  __syncthreads();
  for (int i = 1; i < blockDim.x; i *= 2) {
    int index = threadIdx.x * 2 * i;
    if (threadIdx.x < blockDim.x / (i * 2))
      // expect[32x1x1]: load 1/1 total 5/5, store 1/1 total 5/5, load 1/1 total 5/5
      // expect[64x1x1]: load 2/1 2-way total 11/6, store 2/1 2-way total 11/6, load 2/1 2-way total 11/6
      // expect[256x1x1]: load 8/1 8-way total 47/12, store 8/1 8-way total 47/12, load 8/1 8-way total 47/12
      shared[index] += shared[index + i];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    data[0] = shared[0]; // expect: load 1/1 total 1/1
}

void launch(int *data) {
  reduce<<<1, 32>>>(data);
  reduce<<<1, 64>>>(data);
  reduce<<<1, 256>>>(data);
}
