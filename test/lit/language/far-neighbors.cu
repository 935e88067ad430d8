// An inner product of 8 times 8: neighbors are 128 accesses apart, and nvcc 13 makes
// loads of 16 bytes of them (read from its machine code). Of 's_a' those do not conflict.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s
// CHECK-NOT: load of 's_a
// CHECK: load of 's_b[k][tx * 8 + n]' takes up to 8,192 wavefronts
// CHECK-NOT: load of 's_a

__global__ void v1(const float4 *a, const float4 *b, float *c) {
  __shared__ float s_a[128][8];
  __shared__ float s_b[8][128];
  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * blockDim.x + tx;
  float r[8][8] = {0.0f};
  reinterpret_cast<float4 *>(&s_a[tid >> 1][(tid & 1) << 2])[0] = a[tid];
  reinterpret_cast<float4 *>(&s_b[tid >> 5][(tid & 31) << 2])[0] = b[tid];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; k++) {
#pragma unroll
    for (int m = 0; m < 8; m++) {
#pragma unroll
      for (int n = 0; n < 8; n++)
        r[m][n] += s_a[ty * 8 + m][k] * s_b[k][tx * 8 + n];
    }
  }
  for (int m = 0; m < 8; m++)
    for (int n = 0; n < 8; n++) c[(ty * 8 + m) * 128 + tx * 8 + n] = r[m][n];
}
void launch(const float4 *a, const float4 *b, float *c) { v1<<<1, dim3(16, 16)>>>(a, b, c); }
