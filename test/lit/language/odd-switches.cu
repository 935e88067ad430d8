// Labels that the structure of a switch does not show.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// A label inside of a loop: Duff's device.
__global__ void duff(float *out, int n) {
  __shared__ float s[4096];
  int i = threadIdx.x;
  switch (n % 2) {
    do {
    case 0:
      s[i * 32] = 1; // expect: unknown store unsupported-construct
    case 1:
      s[i] = 1; // expect: unknown store unsupported-construct
    } while (--n > 0);
  }
}

__global__ void bare(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  switch (t)
  case 3:
    s[t * 32] = 1; // expect: unknown store unsupported-construct
  s[t] = 1; // expect: store 1/1
  switch (t) {
  case 0 ... 100000:
    s[t * 32] = 1; // expect: unknown store unsupported-construct
    break;
  default:
    s[t * 2] = 1; // expect: unknown store unsupported-construct
  }
  s[t * 4] = 1; // expect: store 4/1 4-way
}

void launch(float *out, int n) {
  duff<<<1, 32>>>(out, n);
  bare<<<1, 32>>>(out);
}
