// Lanes in different iterations of a loop are those of warps that leave it in
// different iterations; other warps execute what is written.
//
// RUN: %banklint --arch=sm_90 --format=json %s | %python %verdict %s
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s

__global__ void fill(const float *in, float *out) {
  __shared__ float img[19][19];
  const int threads = blockDim.x;
  for (int i = threadIdx.x; i < 225; i += threads) {
    int y = i / 15, x = i - y * 15;
    // In warp 0, all lanes do 4 iterations. In warp 1, one lane does, and the
    // others do 3. It meets two of them in a bank at most.
    // CHECK: [[@LINE+3]]:5: warning: store to 'img[y + 2][x + 2]' may take up to 3 wavefronts per request instead of 1: up to 3-way
    // CHECK: [[@LINE+2]]:5: note: in warp 0, lanes 0, 28 may each need a different word of bank 8: words 40, 72 of 'img' (2 wavefronts instead of 1; at most 3){{$}}
    // expect: upper-bound store 3/1 3-way
    img[y + 2][x + 2] = in[i];
  }
  __syncthreads();
  // expect: load 1/1
  out[threadIdx.x] = img[2][2 + threadIdx.x % 15];
}

// Of one word, or one in each bank, there is one wavefront whatever round lanes
// are in.
__global__ void fewWords(float *out, const float *in) {
  __shared__ float mean, table[4];
  if (threadIdx.x < 4)
    mean = table[threadIdx.x] = in[0]; // expect[fewWords]: store 1/1, store 1/1
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < threadIdx.x % 7; i++)
    sum += in[i] - mean; // expect[fewWords]: load 1/1 total open
  for (int i = 0; i < threadIdx.x % 9; i++)
    sum *= table[i & 1 ? 3 : 1]; // expect[fewWords]: load 1/1 total open
  out[threadIdx.x] = sum;
}
void launchFewWords(float *out) { fewWords<<<1, 64>>>(out, out); }

// A loop that has less than four rounds for all threads may be unrolled whole, so
// that lanes end it together; one that nothing limits starts with what is left
// over of four.
__global__ void few(const float *in, float *out) {
  __shared__ float s[7][8];
  __shared__ float padded[7][9];
  const int t = threadIdx.x, ty = threadIdx.y;
  s[ty][t] = padded[ty][t] = in[t]; // expect[few]: store 2/1 2-way, store 2/1 2-way
  __syncthreads();
  float x = 0;
  for (int k = ty % 5; k < 5; k += 2)
    x += s[ty][k]; // expect[few]: upper-bound load 2/1 2-way
  for (int k = ty % 5; k < 5; k += 2)
    x += padded[ty][k]; // expect[few]: load 1/1 total open
  for (int k = ty & 3; k < 3; ++k)
    x += s[ty][k]; // expect[few]: upper-bound load 2/1 2-way
  for (int k = ty; k < 7; k += 3)
    x += s[ty][k]; // expect[few]: load 1/1 total 4/4
  // Lanes that do one more are ahead by whole rows of banks.
  for (unsigned k = ty * 5 + t; k < 56; k += 32)
    s[0][k] = 0; // expect[few]: store 1/1 total 3/3
  out[t] = x;
}
void launchFew(float *out) { few<<<1, dim3(5, 7)>>>(out, out); }

// What the start and the end have in common leaves their difference small.
__global__ void near(const float *in, float *out, int n) {
  __shared__ float s[6][32 * 9];
  const int ty = threadIdx.x;
  s[0][ty] = in[ty]; // expect[near]: store 1/1
  __syncthreads();
  float x = 0;
  for (int k = ty; k < ty + 1 + (ty & 1); k++)
    x += s[0][ty % 32 * 8 + (k & 7)]; // expect[near]: upper-bound load 4/1 4-way
  for (int k = ty; k < ty + 2 + (ty > 7); k++)
    x += s[1][ty % 32 * 8 + (k & 7)]; // expect[near]: upper-bound load 4/1 4-way
  for (unsigned k = ty; k < ty + 1u + (ty & 1); k++)
    x += s[2][ty % 32 * 8 + (k & 7)]; // expect[near]: upper-bound load 4/1 4-way
  for (int k = ty; k < ty * 2 - ty + 1 + (ty & 1); k++)
    x += s[3][ty % 32 * 8 + (k & 7)]; // expect[near]: upper-bound load 4/1 4-way
  // Nothing limits n, nor ty where only the start has it.
  for (int k = ty; k < ty + n + (ty & 1); k++)
    x += s[4][ty % 32 * 8 + (k & 7)]; // expect[near]: load 4/1 4-way
  for (int k = n + ty; k < n + 48; k += 16)
    x += s[5][k]; // expect[near]: load 1/1
  out[ty] = x;
}
void launchNear(float *out) { near<<<1, 64>>>(out, out, 1); }

void launch(const float *in, float *out) {
  fill<<<1, 64>>>(in, out);
}
