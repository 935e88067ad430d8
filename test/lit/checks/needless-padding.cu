// Padding that clears nothing, or makes conflicts; and padding that is needed,
// used, or of arrays that were not understood.
//
// RUN: %banklint --checks='-*,shared-needless-padding' %s 2>/dev/null \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %banklint %s 2>/dev/null | FileCheck %s --check-prefix=CONFLICT

// Rows only.
__global__ void rows(float *out) {
  __shared__ float tile[32][33];
  // CHECK: [[#@LINE-1]]:20: warning: the padding of 'tile' is unnecessary: no conflict without it [shared-needless-padding]
  // CHECK: [[#@LINE-2]]:29: note: no lane uses more than 32 of 33 elements; an extent of 32 saves 128 bytes
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[31 - y][x];
}

// Two rows of a block that is 16 wide meet in 32 banks; the padding pushes the
// last lane of the second row onto the bank of the first lane.
__global__ void narrow(float *out) {
  __shared__ float tile[16][17];
  // CHECK: [[#@LINE-1]]:20: warning: the padding of 'tile' makes its accesses take 32 wavefronts instead of 16 [shared-needless-padding]
  // CHECK: [[#@LINE-2]]:29: note: no lane uses more than 16 of 17 elements; an extent of 16 saves 64 bytes
  // No check recommends to pad it still more.
  // CONFLICT: [[#@LINE-4]]:20: note: {{.*}}; no padding is known to help: an extent of 16, all that the lanes use, needs as few wavefronts as any
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[15 - y][x];
}

// Columns need it.
__global__ void columns(float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// One launch of two needs it.
__global__ void either(float *out, int transposed) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = transposed ? tile[x][y] : tile[y][x];
}

// The last element is used.
__global__ void halo(float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  if (x == 0)
    tile[y][32] = 0;
  __syncthreads();
  out[y * 32 + x] = tile[y][x] + tile[y][x + 1];
}

// It is not known which elements are used; who else sees the layout; and how
// else the kernel is launched.
__global__ void indexed(float *out, const int *index) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[y][index[x]];
}

__global__ void observed(float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = (&tile[0][0])[y * 33 + x];
}

__global__ void notLaunched(float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[31 - y][x];
}

__global__ void anyBlock(float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[31 - y][x];
}

// Without padding, loads are merged: fewer requests.
__global__ void mergedWithout(float *out) {
  __shared__ float tile[16][17];
  // CHECK: [[#@LINE-1]]:20: warning: the padding of 'tile' makes its accesses take 144 wavefronts instead of 72 [shared-needless-padding]
  // CONFLICT: [[#@LINE-2]]:20: note: {{.*}}; no padding is known to help: an extent of 16, all that the lanes use, needs as few wavefronts as any
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  tile[y][x] = out[y * 16 + x];
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    sum += tile[y][k];
  out[y * 16 + x] = sum;
}

// A reserve is no padding.
__global__ void reserve(float *out) {
  __shared__ float tile[32][50];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = out[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[31 - y][x];
}

void launch(float *out, const int *index, dim3 block) {
  rows<<<1, dim3(32, 32)>>>(out);
  narrow<<<1, dim3(16, 16)>>>(out);
  columns<<<1, dim3(32, 32)>>>(out);
  either<<<1, dim3(32, 32)>>>(out, 0);
  either<<<1, dim3(32, 32)>>>(out, 1);
  halo<<<1, dim3(32, 32)>>>(out);
  indexed<<<1, dim3(32, 32)>>>(out, index);
  observed<<<1, dim3(32, 32)>>>(out);
  anyBlock<<<1, block>>>(out);
  reserve<<<1, dim3(32, 32)>>>(out);
  mergedWithout<<<1, dim3(16, 16)>>>(out);
}
