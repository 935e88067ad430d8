// G1 to G4. Vector types alone do not help: a float4 from each row of a tile is
// 8-way in each quarter of the warp. Four more columns keep the alignment and
// clear it; one more would not be a multiple of 16 bytes, which faults.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void vectors(float4 *out) {
  __shared__ float plain[32][32];
  __shared__ float padded[32][36];
  __shared__ float misaligned[32][33];
  int tid = threadIdx.x;
  // expect: load 32/4 8-way
  out[tid] = reinterpret_cast<float4 *>(&plain[tid][0])[0];
  // expect: load 4/4
  out[tid] = reinterpret_cast<float4 *>(&padded[tid][0])[0];
  // expect: unknown load misaligned
  out[tid] = reinterpret_cast<float4 *>(&misaligned[tid][0])[0];
}

__global__ void rows(float *out, float4 *wide) {
  __shared__ float data[32][128];
  int tid = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    out[tid] += data[tid][i]; // expect: upper-bound load 32/1 32-way
    // expect: load 32/4 8-way
    wide[tid] = *reinterpret_cast<float4 *>(&data[tid][i * 4]);
  }
}

__global__ void columns(float *out) {
  __shared__ float data[32][32];
  int tid = threadIdx.x;
  for (int i = 0; i < 32; i++)
    out[tid] += data[i][tid]; // expect: load 1/1
}

void launch(float *out, float4 *wide) {
  vectors<<<1, 32>>>(wide);
  rows<<<1, 32>>>(out, wide);
  columns<<<1, 32>>>(out);
}
