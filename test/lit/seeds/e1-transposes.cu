// E1. The transpose through shared memory, without and with padding.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#define DIM 32

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[DIM][DIM];
  int x = blockIdx.x * DIM + threadIdx.x;
  int y = blockIdx.y * DIM + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // expect: store 1/1
  __syncthreads();
  x = blockIdx.y * DIM + threadIdx.x;
  y = blockIdx.x * DIM + threadIdx.y;
  // expect: load 32/1 32-way
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void padded(float *out, const float *in, int width, int height) {
  __shared__ float tile[DIM][DIM + 1];
  int x = blockIdx.x * DIM + threadIdx.x;
  int y = blockIdx.y * DIM + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // expect: store 1/1
  __syncthreads();
  x = blockIdx.y * DIM + threadIdx.x;
  y = blockIdx.x * DIM + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y]; // expect: load 1/1
}

void launch(float *out, const float *in, int width, int height) {
  dim3 block(DIM, DIM);
  dim3 grid(width / DIM, height / DIM);
  transpose<<<grid, block>>>(out, in, width, height);
  padded<<<grid, block>>>(out, in, width, height);
}
