// Functions that check their arguments and end the program are followed: no
// launch behind them has what they refuse.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

extern "C" void exit(int) __attribute__((noreturn));
extern "C" int atoi(const char *);

__global__ void direct(float *o, int p) {
  __shared__ float s[32 * 64];
  s[threadIdx.x * p] = 1; // expect: store 1/1 total 1/1
  o[0] = s[33];           // expect: load 1/1 total 1/1
}
__global__ void below(float *o, int p) {
  __shared__ float s[32 * 64];
  s[threadIdx.x * p] = 1; // expect: store 1/1 total 1/1
  o[0] = s[33];           // expect: load 1/1 total 1/1
}
__global__ void thrown(float *o, int p) {
  __shared__ float s[32 * 64];
  s[threadIdx.x * p] = 1; // expect: store 1/1 total 1/1
  o[0] = s[33];           // expect: load 1/1 total 1/1
}

static void usage() { exit(1); }
static void check(int n) {
  if (n > 3 && n < 10)
    exit(1);
}
static void checkBelow(int n) {
  if (n > 3 && n < 10)
    usage();
}
static void checkThrown(int n) {
  if (n == 4)
    throw 1;
}

int main(int argc, char **argv) {
  int n = 33;
  if (argc > 2)
    n = 4;
  check(n);
  direct<<<1, 32>>>(nullptr, n);
  int m = argc > 3 ? 4 : 33;
  checkBelow(m);
  below<<<1, 32>>>(nullptr, m);
  int k = argc > 4 ? 4 : 33;
  checkThrown(k);
  thrown<<<1, 32>>>(nullptr, k);
}
