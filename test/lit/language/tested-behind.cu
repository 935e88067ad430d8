// A loop that is tested behind its first round and has no second one: lanes may
// leave it in that round only.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void once(const int *p, int *out, int n) {
  __shared__ int s[2048];
  int m = threadIdx.x;
  do {
    m *= 2;
    if (p[0] == 1)
      break;
    s[m * 2] = 1; // expect: store 4/1 4-way
  } while (n > 5);
  s[m * 8] = 2;                 // expect: store 16/1 16-way
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

void run(const int *p, int *out) { once<<<1, 32>>>(p, out, 3); }
