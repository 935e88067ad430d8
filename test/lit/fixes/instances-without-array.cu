// An instance that does not compile the array's branch has no part in what a
// padding costs, and takes no memory for it.
//
// RUN: %banklint --arch=sm_90 %s | FileCheck %s
// RUN: %banklint --arch=sm_90 --format=json %s | FileCheck %s --check-prefix=JSON

template <bool IsLeft, unsigned Rows, unsigned Columns>
__global__ void multiply(double *Out) {
  if (IsLeft) {
    // CHECK: [[#@LINE+1]]:23: note: 'Tile' is declared here with a row pitch of 136 bytes; pad the last extent to Columns + 1 + 3: 1 wavefront instead of 4; 96 more bytes
    __shared__ double Tile[Rows][Columns + 1];
    for (unsigned J = 0; J < Columns; J += 4)
      Tile[threadIdx.x][J + threadIdx.y] = Out[J];
    __syncthreads();
    double Sum = 0;
    for (unsigned J = 0; J < Rows; ++J)
      Sum += Tile[J][threadIdx.y * 4 + threadIdx.x];
    Out[threadIdx.y * 4 + threadIdx.x] = Sum;
  } else {
    __shared__ double Other[4][4];
    Other[threadIdx.y][threadIdx.x] = Out[threadIdx.x];
    __syncthreads();
    Out[threadIdx.x] = Other[threadIdx.x][threadIdx.y];
  }
}

// JSON: "name": "multiply<false, 16U, 4U>"
// JSON: "static": 128,
// JSON: "name": "multiply<true, 4U, 16U>"
// JSON: "static": 544,
void launch(double *Out) {
  multiply<true, 4, 16><<<1, dim3(4, 4)>>>(Out);
  multiply<false, 16, 4><<<1, dim3(4, 4)>>>(Out);
}
