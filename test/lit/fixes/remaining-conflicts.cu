// A fix that leaves the finding's own access as it is says so. What remains is
// what conflicts, not what the compiler may still merge.
//
// RUN: %banklint --arch=sm_90 %s | FileCheck %s

// CHECK: [[#@LINE+7]]:3: warning: store to 'Tile[threadIdx.y][threadIdx.x]'
// CHECK: no padding is known to help: the best that was tried does not help this access
// CHECK: [[#@LINE+7]]:25: warning: load of 'Tile[threadIdx.x][threadIdx.y]'
// CHECK: pad the last extent to 18 (no tried padding resolves every conflict): 1 of 2 accesses becomes conflict-free, the worst that remains takes 2 wavefronts instead of 1; 64 more bytes{{$}}
__global__ void transpose(const float *In, float *Out, int Width, int Height) {
  __shared__ float Tile[16][17];
  int X = blockIdx.x * 16 + threadIdx.x, Y = blockIdx.y * 16 + threadIdx.y;
  Tile[threadIdx.y][threadIdx.x] = In[Y * Width + X];
  __syncthreads();
  Out[X * Height + Y] = Tile[threadIdx.x][threadIdx.y];
}

void launch(const float *In, float *Out) {
  transpose<<<dim3(4, 4), dim3(16, 16)>>>(In, Out, 64, 64);
}

// Where the guard is not known either, the note still says that stores may be
// merged, and the fix is chosen for both.
// CHECK: warning: store to 'Rows[8 * threadIdx.x + I]' takes up to 8 wavefronts per request instead of 1
// CHECK: make the row pitch 12 instead of 8 in 2 subscripts and in the extent: this store takes up to 4 wavefronts, 8 before
// CHECK: upper bound (unknown-condition: the condition depends on 'blockIdx.x'; the compiler may also merge it with its neighbors: at most 8 wavefronts instead of 4 then)
__global__ void spread(const float *In, float *Out, int N) {
  __shared__ float Rows[8 * 32];
  const int Own = blockIdx.x * blockDim.x + threadIdx.x;
  const int End = min((blockIdx.x + 1) * blockDim.x, N);
  if (Own < End && threadIdx.y == 0)
#pragma unroll
    for (int I = 0; I < 8; ++I)
      Rows[8 * threadIdx.x + I] = In[Own] / In[8 * Own + I];
  __syncthreads();
  float Sum = 0;
  for (int I = 0; I < 32; ++I)
    Sum += Rows[I * 8 + threadIdx.y % 8];
  Out[Own] = Sum;
}

void launchSpread(const float *In, float *Out, int N) {
  spread<<<(N - 1) / 32 + 1, dim3(32, 16)>>>(In, Out, N);
}
