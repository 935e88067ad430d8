// As nvcc, takes registers with one `%`.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ unsigned laneOf() {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}
__global__ void swap(int *out) {
  __shared__ int s[64];
  s[laneOf() * 2] = out[threadIdx.x]; // expect: store 2/1 2-way
  __syncwarp();
  out[threadIdx.x] = s[laneOf() ^ 1]; // expect: load 1/1
}
void launch(int *out) { swap<<<1, 32>>>(out); }
