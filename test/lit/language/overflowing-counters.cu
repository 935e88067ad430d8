// A loop that ends only when its counter has overflowed has no number of
// rounds.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

__global__ void wrongOrder(float *Out, int N) {
  __shared__ float Tile[1024];
  for (int T = 0; T += 8; T < N) {
    // expect: store 2/1 2-way total open
    Tile[threadIdx.x * 2 % 1024] = T;
    __syncthreads();
    // expect: load 32/1 32-way total open
    Out[threadIdx.x] += Tile[threadIdx.x * 32 % 1024];
    __syncthreads();
  }
}

// Unsigned ones wrap: 2^32 / 2^24 rounds, and none more.
__global__ void wraps(float *Out) {
  __shared__ float Tile[1024];
  for (unsigned T = 1 << 24; T != 0; T += 1 << 24) {
    // expect: store 2/1 2-way total 4080/2040
    Tile[threadIdx.x * 2 % 1024] = T;
    __syncthreads();
    Out[threadIdx.x] += Tile[threadIdx.x]; // expect: silent
    __syncthreads();
  }
}

// It ends before.
__global__ void ends(float *Out) {
  __shared__ float Tile[1024];
  for (int T = 0; T < 2000000000; T += 1 << 20) {
    // expect: store 2/1 2-way total 30528/15264
    Tile[threadIdx.x * 2 % 1024] = T;
    __syncthreads();
    Out[threadIdx.x] += Tile[threadIdx.x]; // expect: silent
    __syncthreads();
  }
}

void launch(float *Out, int N) {
  wrongOrder<<<1, 256>>>(Out, N);
  wraps<<<1, 256>>>(Out);
  ends<<<1, 256>>>(Out);
}
