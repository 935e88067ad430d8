// Of numbers that are not known, host code often makes some of which the lowest
// bits are: odd pitches, multiples of a warp.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void column(float *out, int pitch) {
  extern __shared__ float s[];
  // expect[column<0>]: store 1/1
  // expect[column<1>]: store 8/1 8-way
  // expect[column<2>]: store 1/1
  // expect[column<3>]: store 4/1 4-way
  // expect[column<4>]: store 1/1
  // expect[column<5>]: store 1/1
  // expect[column<6>]: depends store 32/1 32-way
  // expect[column<7>]: depends store 32/1 32-way
  // expect[column<8>]: store 2/1 2-way
  // expect[column<9>]: depends store 32/1 32-way
  s[threadIdx.x * pitch] = out[threadIdx.x];
}

template <int N> void launch(float *out, int pitch) {
  column<N><<<1, 32, 40000>>>(out, pitch);
}

struct Shape {
  size_t rows, columns;
};

void host(float *out, int n, unsigned m, Shape shape) {
  launch<0>(out, n | 1);
  launch<1>(out, (n << 4) + 8);
  launch<2>(out, (n + 31) / 32 * 32 + 1);
  launch<3>(out, (m & ~31u) - 4);
  // Through another type, and a member.
  const size_t odd = shape.columns | 1;
  launch<4>(out, odd);
  // By a choice.
  launch<5>(out, n % 2 == 0 ? n + 1 : n);
  launch<6>(out, 2 * n);
  if (n % 4 != 1)
    launch<7>(out, n);
  if (m % 4 == 2)
    launch<8>(out, m);
  // Of some numbers the quotient is odd, and of some not.
  launch<9>(out, (n * 8 + 8) / 4);
}

// The kernel makes it.
__global__ void odd(float *out, int n, unsigned m) {
  extern __shared__ float s[];
  s[threadIdx.x * (n | 1)] = out[0]; // expect: store 1/1
  __syncthreads();
  s[threadIdx.x * ((m & ~7u) + 4)] = out[1]; // expect: store 4/1 4-way
  __syncthreads();
  s[threadIdx.x * (m ^ 1)] = out[2]; // expect: depends store 32/1 32-way
  __syncthreads();
  s[threadIdx.x * ((2 * m) ^ 6)] = out[3]; // expect: depends store 32/1 32-way
  __syncthreads();
  // Squares are 0, 1 or 4 modulo 8.
  s[threadIdx.x * (m * m + 2)] = out[4]; // expect: depends store 2/1 2-way
}
// Members of what is passed.
struct Tile {
  int pitch, rows;
};
__global__ void member(float *out, Tile tile) {
  extern __shared__ float s[];
  s[threadIdx.x * tile.pitch] = out[0]; // expect: store 1/1
}
void more(float *out, int n, unsigned m) {
  odd<<<1, 32, 40000>>>(out, n, m);
  member<<<1, 32, 40000>>>(out, Tile{2 * n + 1, n});
}
