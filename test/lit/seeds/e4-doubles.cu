// E4. The column of doubles. For 8-byte elements the row pitch in words and the
// 32 banks need not be coprime: 66 words do.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void columns(double *out) {
  __shared__ double plain[32][32];
  __shared__ double padded[32][33];
  out[threadIdx.x] = plain[threadIdx.x][threadIdx.y];  // expect: load 32/2 16-way
  out[threadIdx.x] = padded[threadIdx.x][threadIdx.y]; // expect: load 2/2
}

void launch(double *out) { columns<<<1, dim3(32, 4)>>>(out); }
