// A pointer that is known to point into another array does not keep an array
// from being padded automatically.
//
// RUN: %banklint --format=json --arch=sm_90 %s | FileCheck %s
// RUN: %banklint --arch=sm_90 %s | FileCheck %s --check-prefix=TEXT

__device__ double product(const double *Left, const double *Right) {
  double Sum = 0;
  for (int I = 0; I < 4; ++I)
    Sum += Left[I] * Right[I];
  return Sum;
}

// CHECK: "description": "pad the last extent to 20:
// CHECK: "class": "automatic"
__global__ void other(float *Out) {
  __shared__ double Padded[4][17];
  __shared__ double Rows[4][4];
  for (int J = 0; J < 16; J += 4)
    Padded[threadIdx.x][J + threadIdx.y] = Out[J];
  Rows[threadIdx.y][threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.y] = Padded[threadIdx.y][threadIdx.x];
  Out[threadIdx.x] = product(Rows[threadIdx.y], Rows[threadIdx.x]);
}

// One that may point into it does.
// TEXT: 'Padded' is declared here {{.*}}; no padding was tried: an access goes through a pointer that may point into it
__global__ void either(float *Out, bool First) {
  __shared__ double Padded[4][17];
  __shared__ double Rows[4][4];
  for (int J = 0; J < 16; J += 4)
    Padded[threadIdx.x][J + threadIdx.y] = Out[J];
  Rows[threadIdx.y][threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.y] = Padded[threadIdx.y][threadIdx.x];
  Out[threadIdx.x] = product(First ? Padded[0] : Rows[0], Rows[threadIdx.x]);
}

// So does one that points elsewhere in the launches that are known.
// TEXT: 'Padded' is declared here {{.*}}; pad the last extent to 20: {{.*}}; not applied automatically because 'Row[17 * threadIdx.y + threadIdx.x]' goes through a pointer, which may point into 'Padded'
__global__ void known(float *Out, bool First) {
  __shared__ double Padded[4][17];
  __shared__ double Rows[4][17];
  double *Row = First ? Padded[0] : Rows[0];
  for (int J = 0; J < 16; J += 4)
    Padded[threadIdx.x][J + threadIdx.y] = Out[J];
  Row[17 * threadIdx.y + threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.y] = Padded[threadIdx.y][threadIdx.x] + Rows[1][threadIdx.x];
}

// So does one that points into it.
// TEXT: 'Padded' is declared here {{.*}}; pad the last extent to 20: {{.*}}; not applied automatically because
__global__ void own(float *Out) {
  __shared__ double Padded[4][17];
  __shared__ double Rows[4][4];
  for (int J = 0; J < 16; J += 4)
    Padded[threadIdx.x][J + threadIdx.y] = Out[J];
  Rows[threadIdx.y][threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = product(Padded[threadIdx.y], Rows[threadIdx.x]);
}

void launch(float *Out, bool First) {
  other<<<1, dim3(4, 4)>>>(Out);
  either<<<1, dim3(4, 4)>>>(Out, First);
  known<<<1, dim3(4, 4)>>>(Out, false);
  own<<<1, dim3(4, 4)>>>(Out);
}
