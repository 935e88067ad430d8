// threadIdx, blockIdx, blockDim and gridDim.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void shape(float *out) {
  __shared__ volatile float s[4096];
  // Rows of 8 threads, four of them in a warp.
  out[0] = s[threadIdx.x];                               // expect: load 1/1
  out[0] = s[threadIdx.y * 8 + threadIdx.x];             // expect: load 1/1
  out[0] = s[threadIdx.y * blockDim.x + threadIdx.x];    // expect: load 1/1
  out[0] = s[threadIdx.x * blockDim.y + threadIdx.y];    // expect: load 4/1 4-way
  out[0] = s[threadIdx.x * 32 + threadIdx.y];            // expect: load 8/1 8-way
  out[0] = s[threadIdx.z * 32];                          // expect: load 1/1
  out[0] = s[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x]; // expect: load 1/1
  out[0] = s[threadIdx.x * blockDim.z];                  // expect: load 1/1
}

__global__ void grid(float *out) {
  __shared__ volatile float s[4096];
  // An offset that all lanes share turns the banks, nothing else.
  out[0] = s[blockIdx.x + threadIdx.x];             // expect: load 1/1
  out[0] = s[blockIdx.x * 7 + threadIdx.x * 32];    // expect: load 32/1 32-way
  out[0] = s[threadIdx.x * gridDim.x];              // expect: load 2/1 2-way
  out[0] = s[threadIdx.x * gridDim.y];              // expect: load 1/1
  out[0] = s[threadIdx.x + blockIdx.x * blockDim.x]; // expect: load 1/1
}

__global__ void copies(float *out) {
  __shared__ volatile float s[4096];
  const uint3 at = threadIdx;
  dim3 block = blockDim;
  auto x = threadIdx.x;
  out[0] = s[at.x * block.x];       // expect: load 32/1 32-way
  out[0] = s[at.y * block.x + at.x]; // expect: load 1/1
  out[0] = s[x + warpSize];         // expect: load 1/1
  out[0] = s[x * warpSize];         // expect: load 32/1 32-way
}

void launch(float *out) {
  shape<<<1, dim3(8, 16, 2)>>>(out);
  grid<<<2, 32>>>(out);
  copies<<<1, dim3(32, 2)>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "copies"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = threadIdx.x
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = threadIdx.y
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = threadIdx.z
// PROGRAM-NEXT: "at.x" = [[V0]]
// PROGRAM-NEXT: "at.y" = [[V1]]
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = blockDim.x
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = blockDim.y
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = blockDim.z
// PROGRAM-NEXT: "block.x" = [[V3]]
// PROGRAM-NEXT: x = threadIdx.x
// PROGRAM-NEXT: load 4 &s[i64("at.x" * "block.x")] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(("at.y" * "block.x") + "at.x")] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(x + 32:u32)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(x * 32:u32)] volatile array s
// PROGRAM-NEXT: }
