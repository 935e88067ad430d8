// Neighbors along a loop are merged only if the compiler knows where one of them
// stands: not if the loop starts at a number from memory or an argument.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void fromMemory(const int *begin, const float *in, float *out) {
  __shared__ float s[64][132];
  for (int i = threadIdx.x; i < 64 * 132; i += 64)
    (&s[0][0])[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const float *row = &s[threadIdx.x][0];
  float sum = 0;
  for (int k = begin[0]; k < begin[1]; ++k)
    sum += row[k]; // expect: load 4/1 4-way
  out[threadIdx.x] = sum;
}

__global__ void fromArgument(const float *in, float *out, int n, int m) {
  __shared__ float s[64][132];
  for (int i = threadIdx.x; i < 64 * 132; i += 64)
    (&s[0][0])[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const float *row = &s[threadIdx.x][0];
  float sum = 0;
  for (int k = n; k < m; k += 1)
    sum += row[k]; // expect: load 4/1 4-way
  out[threadIdx.x] = sum;
}

__global__ void fromMultiple(const int *begin, const float *in, float *out) {
  __shared__ float s[64][132];
  for (int i = threadIdx.x; i < 64 * 132; i += 64)
    (&s[0][0])[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const float *row = &s[threadIdx.x][0];
  float sum = 0;
  for (int k = 4 * begin[0]; k < begin[1]; ++k)
    sum += row[k]; // expect: upper-bound load 4/1 4-way
  out[threadIdx.x] = sum;
}

void run(const int *begin, const float *in, float *out, int n, int m) {
  fromMemory<<<1, 64>>>(begin, in, out);
  fromArgument<<<1, 64>>>(in, out, n, m);
  fromMultiple<<<1, 64>>>(begin, in, out);
}
