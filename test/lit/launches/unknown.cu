// What host code does not tell stays open, and is never guessed from an older value.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

void change(int *n);
void changeReference(int &n);
int somewhere();
int global = 32;

template <int> __global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect: depends store 32/1 32-way
  // expect[kernel<9>]: store 32/1 32-way
  s[threadIdx.x * n] = 1;
}

void launch(float *out, int parameter) {
  int passed = 32;
  change(&passed);
  kernel<0><<<1, 32>>>(out, passed);
  // The pointer may have been kept.
  passed = 32;
  somewhere();
  kernel<1><<<1, 32>>>(out, passed);

  int referred = 32;
  changeReference(referred);
  kernel<2><<<1, 32>>>(out, referred);

  kernel<3><<<1, 32>>>(out, global);
  kernel<4><<<1, 32>>>(out, parameter);

  int counted = 32;
  for (int i = 0; i < parameter; ++i)
    counted += i;
  kernel<5><<<1, 32>>>(out, counted);

  int captured = 32;
  auto change = [&] { captured += somewhere(); };
  change();
  kernel<6><<<1, 32>>>(out, captured);

  int list[2] = {32, 32};
  list[parameter] = somewhere();
  kernel<7><<<1, 32>>>(out, list[0]);

  int labelled = 32;
again:
  kernel<8><<<1, 32>>>(out, labelled);
  labelled += somewhere();
  if (labelled < 100)
    goto again;

  // Two ways of which one is not known: both are kept.
  int chosen = parameter > 5 ? 32 : somewhere();
  if (chosen == 32)
    kernel<9><<<1, 32>>>(out, chosen);
}

__global__ void occupied(float *out) {
  __shared__ float s[4096];
  // expect[256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}

void occupancy(float *out) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, occupied);
  // CHECK: note: for the launch here, assuming a block of 256x1x1 threads ('cudaOccupancyMaxPotentialBlockSize' chooses it at run time); warp 0 is the same in every block of 32 or more threads in x
  occupied<<<grid, block>>>(out);
}

// A host constant that no int64 holds is nobody's block.
__global__ void huge(unsigned long long n) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = n; // expect: store 32/1 32-way
}
void launchHuge() {
  unsigned long long most = 18446744073709551615ull;
  const unsigned long long other = ~0ull;
  if (most == other)
    huge<<<1, 32>>>(18446744073709551615ull);
}

struct Options {
  int operator[](const char *name) const;
};

// A shape may come from what has no name.
void launchChosen(float *out, const Options &options) {
  kernel<10><<<1, options["block"]>>>(out, options["n"]);
}
