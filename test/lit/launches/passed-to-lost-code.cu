// Where a kernel is launched only by what it is passed to, and the call does
// not parse, the note stands there.
//
// RUN: %banklint --format=text %s | FileCheck %s

template <class... T> void launchWith(void (*Kernel)(float *), float *Out,
                                      int Block, T...) {
  Kernel<<<1, Block>>>(Out);
}

__global__ void inLabel(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
__global__ void inStatement(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
__global__ void asOperand(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
__global__ void launchedToo(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
// CHECK-DAG: [[#@LINE+1]]:17: note: assuming a block of 256x1x1 threads (no launch was found)
__global__ void namedOutside(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
LOST_DECLARATION(namedOutside);
// CHECK-DAG: [[#@LINE+1]]:17: note: assuming a block of 256x1x1 threads (no launch was found)
__global__ void sameName(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}
// CHECK-DAG: [[#@LINE+1]]:17: note: assuming a block of 256x1x1 threads (no launch was found)
__global__ void lookedAt(float *Out) {
  __shared__ float Tile[2048];
  Tile[threadIdx.x * 8] = Out[threadIdx.x];
}

void launch(float *Out, int Which) {
  switch (Which) {
  case 0:
    // CHECK-DAG: [[#@LINE+1]]:16: note: for the launch here, which does not parse
    launchWith(inLabel, Out, lost(Which), 1);
  }
  for (lost::type Each : Which)
    // CHECK-DAG: [[#@LINE+1]]:16: note: for the launch here, which does not parse
    launchWith(inStatement, Out, 64);
  // CHECK-DAG: [[#@LINE+1]]:14: note: for the launch here, which does not parse
  launchWith(asOperand, Out, lost + 1);
  lost::sameName(Out, Which);
  Out.sameName(lost);
  {
    int sameName = Which;
    lost::call(sameName);
  }
  cudaFuncSetAttribute(lookedAt, lost, 100);
  for (lost::type Each : Which)
    cudaFuncSetAttribute(lookedAt, cudaFuncAttributePreferredSharedMemoryCarveout, 100);
  // CHECK-DAG: [[#@LINE+1]]:3: note: for the launch with a block of 64x1x1
  launchedToo<<<1, 64>>>(Out);
  launchWith(launchedToo, Out, lost + 1);
}
