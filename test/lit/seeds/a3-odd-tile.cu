// A3. 31 columns and 32 banks are coprime, too.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void whole(float *out) {
  __shared__ float tile[31][31];
  // Lane 31 of a full warp reads outside of the array, in a bank of its own.
  out[threadIdx.x] = tile[threadIdx.x][0]; // expect: load 1/1
}

__global__ void guarded(float *out) {
  __shared__ float tile[31][31];
  if (threadIdx.x < 31)
    out[threadIdx.x] = tile[threadIdx.x][0]; // expect: silent
}

void launch(float *out) {
  whole<<<1, 31>>>(out);
  whole<<<1, 32>>>(out);
  guarded<<<1, 32>>>(out);
}
