// What a change makes conflict counts, also where the compiler may remove it
// again, and rows count that only the lanes show.
//
// RUN: %banklint --arch=sm_90 %s | FileCheck %s
// RUN: %banklint --arch=sm_90 %s | FileCheck %s --check-prefix=SURE

// That a run of this size reaches the stores is tried to its end.
// SURE: 2 stores to 'Sums' each take up to 32 wavefronts

// Every access to Sums[threadIdx.x + 1] starts to conflict, and the loads may be
// left out.
// CHECK: note: 'Sums' is declared here {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 7 of 7 accesses become conflict-free, {{[2-9]}} others may start to conflict, the worst that remains takes up to 2 wavefronts instead of 1
__global__ void scan(int *Data, int Rounds, int Pitch) {
  __shared__ int Sums[1025];
  const int T = threadIdx.x;
  int Last = -1;
  for (int Round = 0; Round < Rounds; Round += 1024) {
    int Offset = 1;
    if (Round + T < Rounds)
      Sums[T] = Data[T * Pitch];
    for (int I = 512; I > 0; I >>= 1) {
      __syncthreads();
      if (T < I) {
        const int J = Offset * (2 * T + 1) - 1;
        Sums[J + Offset] += Sums[J];
      }
      Offset <<= 1;
    }
    if (T == 0) {
      Sums[1024] = Sums[1023];
      Sums[1023] = 0;
    }
    for (int I = 1; I < 1024; I <<= 1) {
      Offset >>= 1;
      __syncthreads();
      if (T < I) {
        const int J = Offset * (2 * T + 1) - 1, K = J + Offset, Own = Sums[J];
        Sums[J] = Sums[K];
        Sums[K] += Own;
      }
    }
    __syncthreads();
    if (Round + T < Rounds) {
      Sums[T + 1] += Last;
      Data[T * Pitch] = Sums[T + 1];
    }
    __syncthreads();
    Last += Sums[0];
  }
}

// A block of 16 x 16 threads reads rows of 22 elements.
// CHECK: note: 'Tile' is declared here {{.*}}; store element 'i' at 'i + i / 22 * 26', a row pitch of 48 instead of 22: 1 wavefront instead of 2; 2288 more bytes at the launch
__global__ void stencil(float *Out, const float *In, int Width) {
  extern __shared__ float Tile[];
  const int X = threadIdx.x, Y = threadIdx.y;
  const int W = blockDim.x + 6, H = blockDim.y + 6;
  for (int DY = 0; DY < H; DY += blockDim.y)
    for (int DX = 0; DX < W; DX += blockDim.x)
      if (Y + DY < H && X + DX < W)
        Tile[(Y + DY) * W + X + DX] = In[(Y + DY) * Width + X + DX];
  __syncthreads();
  const int I = (Y + 3) * W + X + 3;
  Out[Y * Width + X] = Tile[I - W] + Tile[I + W] + Tile[I + 1] + Tile[I - 1];
}

void launch(int *Data, float *Out, const float *In, int Rounds) {
  scan<<<4, 1024>>>(Data, Rounds, 4);
  stencil<<<dim3(64, 64), dim3(16, 16), 22 * 22 * 4>>>(Out, In, 1024);
}
