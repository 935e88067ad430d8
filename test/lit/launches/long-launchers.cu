// Work in the host's code that leads to launches is limited, anew with each
// kernel that is found: a function that prepares one launch after another at
// some length shows all of them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Warps> __global__ void kernel(float *out) {
  __shared__ float s[Warps * 64];
  // expect[kernel<1> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 96x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 128x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}

using Kernel = void (*)(float *);

#define TEN(X) X X X X X X X X X X
void launch(Kernel k, float *out, int threads, const int *flags) {
  int grid = 1;
  if (flags[0])
    grid += 1;
  if (flags[1])
    grid += 2;
  if (flags[2])
    grid += 4;
  if (flags[3])
    grid += 8;
  TEN(TEN(grid = grid * 5 % 64 + 1;))
  TEN(TEN(grid = grid * 5 % 64 + 1;))
  k<<<grid, threads>>>(out);
}

void run(float *out, const int *flags) {
  launch(kernel<1>, out, 32, flags);
  launch(kernel<2>, out, 64, flags);
  launch(kernel<3>, out, 96, flags);
  launch(kernel<4>, out, 128, flags);
}
