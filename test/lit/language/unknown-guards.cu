// What is under a condition that is not known may be executed by any lanes: a conflict is an upper bound there, while none stays none.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void byLane(const int *in, int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  if (in[t] > 0)
    s[t * 2] = 1; // expect: upper-bound store 2/1 2-way
  if (in[t] > 0)
    s[t] = 1; // expect: store 1/1
  else
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // Any mixture of two places.
  out[t] = in[t] ? s[t] : s[t * 4]; // expect: unknown load unknown-condition
  if (in[t] == 3 && t < 8)
    s[t * 32] = 1; // expect: upper-bound store 8/1 8-way
  if (t < 8 && in[t])
    s[t * 32] = 1; // expect: upper-bound store 8/1 8-way
  // Lanes that are surely gone stay gone.
  if (t >= 16)
    return;
  if (in[t])
    return;
  s[t * 4] = 1; // expect: upper-bound store 2/1 2-way
  s[t] = 1;     // expect: store 1/1
}

__global__ void byArgument(int *out, int n) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  // All lanes or none: whoever gets there has the conflict.
  if (n > 5)
    s[t * 2] = 1; // expect: store 2/1 2-way
  if (t < n)
    s[t * 2] = 2; // expect: upper-bound store 2/1 2-way
  if (blockIdx.x * blockDim.x + t < n)
    s[t] = 3; // expect: store 1/1
  if (t < n && t < 8)
    s[t * 8] = 4; // expect: upper-bound store 2/1 2-way
}

__global__ void afterwards(const int *in, int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  int i = t;
  if (in[t])
    i = t * 32;
  // Any mixture of rows and columns.
  s[i] = 1; // expect: unknown store unknown-condition
  i = t;
  s[i] = 2; // expect: store 1/1
  if (in[0])
    i = t * 2;
  s[0] = i; // expect: store 1/1
}

// A broadcast in the first warp, and two half-warps that meet in a bank if just
// some of their lanes are there in the others.
__global__ void wide(const int *in, double *out) {
  __shared__ volatile double s[4096];
  int t = threadIdx.x;
  if (in[t])
    out[t] = s[max(t, 31)]; // expect: upper-bound load 2/2
}

void launch(const int *in, int *out, int n) {
  byLane<<<1, 32>>>(in, out);
  byArgument<<<1, 32>>>(out, n);
  afterwards<<<1, 32>>>(in, out);
  wide<<<1, 64>>>(in, nullptr);
}

struct Wide {
  double a;
  char b[3];
  double c[3];
};

// Near the end all lanes stand at one place, but where they don't, lanes of a
// load of 8 bytes may need as many passes as all of them.
__global__ void clamped(float *out, const int *in) {
  __shared__ Wide s[128];
  unsigned t = threadIdx.x;
  float acc = 0;
#pragma unroll 1
  for (int k = 0; k < (in[t & 3] & 3); k++)
    acc += s[min(int(k + t), 35)].c[0]; // expect: upper-bound load 2/2
  out[t] = acc;
}

void launchClamped(float *out, const int *in) { clamped<<<1, 32>>>(out, in); }
