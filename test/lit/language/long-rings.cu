// Places in a ring whose rounds are too many to tell apart: each round adds a
// number and keeps the low bits.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void rings(float *out, int repeat, int n) {
  __shared__ float s[2048], rows[2048];
  int place = threadIdx.x, head = 0, column = 32 * threadIdx.x, odd = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < repeat; ++j) {
    sum += s[place];  // expect: load 1/1
    sum += s[head + threadIdx.x % 32]; // expect: load 1/1
    sum += rows[column]; // expect: upper-bound load 32/1 32-way
    place = (place + 16) & 2047;
    head = (head - 32) & 1023;
    column = (column + 1) & 2047;
  }
  out[threadIdx.x] = sum;
}

// What not each round does, or what does not start in the ring, is unknown.
__global__ void noRings(float *out, int repeat, int n) {
  __shared__ float s[4096];
  int skipped = threadIdx.x, some = threadIdx.x, late = threadIdx.x + 2048;
  float sum = 0;
  for (int j = 0; j < repeat; ++j) {
    sum += s[some]; // expect: unknown load loop-carried
    sum += s[late]; // expect: unknown load loop-carried
    if (j > n)
      some = (some + 16) & 2047;
    late = (late + 16) & 2047;
  }
  for (int j = 0; j < repeat; ++j) {
    sum += s[skipped]; // expect: unknown load loop-carried
    if (out[j] > n)
      continue;
    skipped = (skipped + 16) & 2047;
  }
  out[threadIdx.x] = sum;
}

// A place that is masked once more, moved from one in the ring.
__global__ void masked(float *out, int repeat) {
  __shared__ float s[2048];
  int place = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < repeat; ++j) {
    sum += s[(place + 1) & 2047]; // expect: load 1/1
    sum += s[(2 * place + 7) & 1023]; // expect: upper-bound load 2/1 2-way
    sum += s[(place + 1) & 4095]; // expect: unknown load uniform-unknown
    place = (place + 16) & 2047;
  }
  out[threadIdx.x] = sum;
}

void launch(float *out, int repeat, int n) {
  rings<<<1, 64>>>(out, repeat, n);
  noRings<<<1, 64>>>(out, repeat, n);
  masked<<<1, 64>>>(out, repeat);
}
