// E5, E6. The column of bytes. A tutorial calls a row of 129 bytes free of
// conflicts; it shares each word among rows and is 4-way. 132 bytes, one more
// word, serve.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void columns(char *out) {
  __shared__ char plain[32][128];
  __shared__ char byte[32][129];
  __shared__ char word[32][132];
  out[threadIdx.x] = plain[threadIdx.x][0]; // expect: load 32/1 32-way
  out[threadIdx.x] = byte[threadIdx.x][0];  // expect: load 4/1 4-way
  out[threadIdx.x] = word[threadIdx.x][0];  // expect: load 1/1
}

void launch(char *out) { columns<<<1, dim3(32, 4)>>>(out); }
