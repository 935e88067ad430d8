// Nobody can prove the alignment of what a launch decides, so that accesses stay
// single, as nvcc's are. Arguments whose low bits a condition tests, and values
// in which they may cancel, are left open.
//
// RUN: %banklint --format=json %s | %python %S/../Inputs/verdict.py %s

__global__ void rows(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: store 32/1 32-way total 1024/32
  float *other = s + 32 * n;
  for (int i = 0; i < n; i++)
    other[t * n + i] = out[i]; // expect: store 32/1 32-way total 1024/32
}

__global__ void block(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    s[t * blockDim.x + i] = out[i]; // expect: store 32/1 32-way total 1024/32
}

__global__ void tested(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (n % 4)
    return;
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void compared(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (n != 32)
    return;
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void even(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    s[t * 2 * n + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void cancels(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[32 * t + n - n % 4 + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void assumed(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  __builtin_assume(n % 4 == 0);
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void between(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (n < 32 || n > 32)
    return;
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: upper-bound store 32/1 32-way total 1024/32
}

__global__ void limited(float *out, int n, int most) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (n > most)
    return;
  for (int i = 0; i < n; i++)
    s[t * n + i] = out[i]; // expect: store 32/1 32-way total 1024/32
}

void launch(float *out) {
  rows<<<1, 32, 8192>>>(out, 32);
  block<<<1, 32, 8192>>>(out, 32);
  tested<<<1, 32, 8192>>>(out, 32);
  compared<<<1, 32, 8192>>>(out, 32);
  assumed<<<1, 32, 8192>>>(out, 32);
  between<<<1, 32, 8192>>>(out, 32);
  limited<<<1, 32, 8192>>>(out, 32, 64);
  even<<<1, 32, 8192>>>(out, 32);
  cancels<<<1, 32, 8192>>>(out, 32);
}
