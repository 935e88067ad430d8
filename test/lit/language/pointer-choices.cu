// Pointers that one of several assignments sets, some of them not to shared memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void choices(float *out, bool flag, int n) {
  __shared__ float a[2048];
  __shared__ float b[2048];
  int t = threadIdx.x;
  float *p = flag ? a : a + 1024;
  p[t * 2] = 1; // expect: store 2/1 2-way
  p[t] = 1;     // expect: silent
  float *q = n > 0 ? a : b;
  q[t * 32] = 1; // expect: unknown store unknown-condition
  float *r;
  if (flag)
    r = a;
  else
    r = a + 32;
  r[t * 4] = 1; // expect: store 4/1 4-way
  float *s = a;
  if (n == 3)
    s += 64;
  s[t * 8] = 1; // expect: store 8/1 8-way
  float *known = t < 32 ? a : b;
  known[t * 16] = 1; // expect: store 16/1 16-way
  float *halves = t < 16 ? a : b;
  halves[t] = 1; // expect: unknown store unknown-pointer
  switch (n) {
  case 0:
    r = a + 32;
    break;
  default:
    r = a + 64;
  }
  r[t * 2] = 1; // expect: store 2/1 2-way
}

// What points to global memory makes no request to shared memory.
__global__ void elsewhere(float *out, const float *in, bool flag) {
  __shared__ float a[2048];
  int t = threadIdx.x;
  float *p = a;
  p[t * 2] = 1; // expect: store 2/1 2-way
  p = out;
  p[t * 32] = 1; // expect: none
  const float *q = in;
  q = in + 32;
  out[t] = q[t * 32]; // expect: none
  q = a;
  out[t] = q[t * 32]; // expect: load 32/1 32-way
  float local[4] = {1, 2, 3, 4};
  p = local;
  p[t & 3] = 1; // expect: none
  float *chosen = flag ? a : out;
  chosen[t * 32] = 1; // expect: unknown store unknown-condition
  float *never = t >= 32 ? out : a;
  never[t * 4] = 1; // expect: store 4/1 4-way
  float *always = t < 32 ? out : a;
  always[t * 4] = 1; // expect: none
  float *lanes = t < 16 ? a : out;
  lanes[t * 32] = 1; // expect: upper-bound store 16/1 16-way
}

void launch(float *out, const float *in, bool flag, int n) {
  choices<<<1, 32>>>(out, flag, n);
  elsewhere<<<1, 32>>>(out, in, flag);
}
