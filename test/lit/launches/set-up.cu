// Globals that a function sets up, what they are at the start of the program,
// and what the program is run with if it gets no arguments.
//
// RUN: %banklint --format=json %s | %python %verdict %s
#include <cstdio>
#include <unistd.h>

constexpr int Pencils = 4;
dim3 grid[2], block[2];
int threads;
int start = 64;
int changed = 64;
int seen = 64;
int *alias = &seen;
int elsewhere = 64;
void unseen();

__global__ void rows(float *f) {
  __shared__ float s[32][65];
  int t = threadIdx.x;
  // expect[64x4x1]: store 1/1 total 8/8
  // expect[16x8x1]: store 2/1 2-way
  s[threadIdx.y][t] = f[t];
}

__global__ void flat(float *f) {
  __shared__ float s[512];
  // expect[96x1x1]: store 1/1 total 3/3
  s[threadIdx.x] = f[threadIdx.x];
}

__global__ void initial(float *f) {
  __shared__ float s[512];
  // expect[64x1x1]: store 1/1 total 2/2
  s[threadIdx.x] = f[threadIdx.x];
}

__global__ void altered(float *f) {
  __shared__ float s[512];
  // expect[128x1x1]: store 1/1 total 4/4
  s[threadIdx.x] = f[threadIdx.x];
}

__global__ void aliased(float *f) {
  __shared__ float s[512];
  // expect[512x1x1]: store 1/1 total 16/16
  s[threadIdx.x] = f[threadIdx.x];
}

__global__ void other(float *f) {
  __shared__ float s[512];
  // expect[512x1x1]: store 1/1 total 16/16
  s[threadIdx.x] = f[threadIdx.x];
}

struct Options {
  int Threads;
  Options(int argc, char **argv) {
    Threads = 32;
    int Option;
    while ((Option = getopt(argc, argv, "t:")) >= 0)
      if (Option == 't')
        Threads = atoi(optarg);
  }
};

__global__ void optional(float *f) {
  __shared__ float s[512];
  // expect[32x1x1]: store 1/1 total 1/1
  // expect[512x1x1]: store 1/1
  s[threadIdx.x] = f[threadIdx.x];
}

__global__ void listed(float *f) {
  __shared__ float s[512];
  // expect[160x1x1]: store 1/1 total 5/5
  // expect[512x1x1]: store 1/1
  s[threadIdx.x] = f[threadIdx.x];
}

// Not followed, and changes no global.
void fill(float *f) {
  for (int i = 0; i < 99; ++i)
    f[i] = 1;
}

void setUp() {
  block[0] = dim3(64, Pencils);
  block[1] = dim3(16, 8);
  threads = 96;
  changed *= 2;
}

void run() {
  float *f;
  cudaMalloc(&f, 4096);
  for (int i = 0; i < 2; ++i)
    rows<<<grid[i], block[i]>>>(f);
  fill(f);
  flat<<<1, threads>>>(f);
  initial<<<1, start>>>(f);
  altered<<<1, changed>>>(f);
  aliased<<<1, seen>>>(f);
}

int main(int argc, char **argv) {
  float *f;
  cudaMalloc(&f, 4096);
  setUp();
  run();
  Options O(argc, argv);
  optional<<<1, O.Threads>>>(f);
  int N = 160;
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] == 'n')
      N = atoi(argv[i] + 1);
  listed<<<1, N>>>(f);
  unseen();
  other<<<1, elsewhere>>>(f);
}
