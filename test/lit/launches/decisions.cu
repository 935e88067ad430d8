// Conditions that choose sizes are remembered, so that later ones about the same
// numbers do not combine with sizes that they exclude.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int I> __global__ void transpose(float *o) {
  __shared__ float s[64][33];
  // expect: none
  // expect[transpose<1> @ 32x8x1]: store 1/1
  // expect[transpose<0> @ 16x8x1]: store 2/1 2-way
  // expect[transpose<0> @ 16x4x1]: store 2/1 2-way
  // expect[transpose<2> @ 16x16x1]: store 2/1 2-way
  // expect[transpose<2> @ 16x8x1]: store 2/1 2-way
  s[threadIdx.x][threadIdx.y] = o[threadIdx.x];
}

// A block of 16 x 8 threads goes with all that is no multiple of 128.
void two(float *o, int filters, int colors) {
  int columns, perThread;
  if (colors > 3) {
    perThread = filters % 64 == 0 ? 4 : filters % 32 == 0 ? 2 : 1;
    columns = filters % 128 == 0 ? 32 : 16;
  } else {
    columns = 16;
    perThread = 1;
  }
  dim3 threads(columns, 8), grid(filters / perThread);
  if (colors > 3 && filters % 128 == 0)
    transpose<1><<<grid, threads>>>(o);
}

// Many choices, of which the launches exclude most.
void many(float *o, int filters, int colors) {
  int perThread, channels, rows, columns;
  if (colors > 3) {
    perThread = filters % 64 == 0 ? 4 : filters % 32 == 0 ? 2 : 1;
    channels = colors % 64 == 0 ? 8 : colors % 48 == 0 ? 6 : 4;
    rows = (colors / channels) % 8 == 0 ? 8 : 4;
    columns = filters % 128 == 0 ? 32 : 16;
  } else {
    columns = 16;
    if (filters % 64 == 0) {
      perThread = 4;
      rows = 16;
    } else {
      perThread = 1;
      rows = 8;
    }
  }
  dim3 threads(columns, rows);
  if (colors <= 3)
    transpose<2><<<filters / perThread, threads>>>(o);
  else if (filters % 128 != 0 && filters % 64 == 0)
    transpose<0><<<filters / perThread, threads>>>(o);
}

// What decides a size is remembered as the size is: no mode is 3.
template <int I> __global__ void chosenByMode(float *o) {
  __shared__ float s[1024];
  // expect[chosenByMode<0> @ 64x1x1]: store 2/1 2-way
  // expect[chosenByMode<1> @ 64x1x1]: store 2/1 2-way
  // expect[chosenByMode<1> @ 128x1x1]: store 2/1 2-way
  s[2 * threadIdx.x] = o[threadIdx.x];
}

void byMode(float *o, bool fast) {
  int mode = fast ? 1 : 7;
  int threads = 64;
  if (mode == 3)
    threads = 128;
  chosenByMode<0><<<1, threads>>>(o);
  if (mode == 7)
    threads = 128;
  chosenByMode<1><<<1, threads>>>(o);
}
