// A block's shape out of an object whose members call functions to be made.
//
// RUN: %banklint --format=json %s | %python %verdict %s

static unsigned one(unsigned n) { return n; }
static unsigned two(unsigned n) { return one(n) + one(0); }
static unsigned four(unsigned n) { return two(two(n)) + two(0); }

struct Shape {
  unsigned x, y, z;
  Shape(unsigned n) : x(four(four(n))), y(four(n / 32)), z(four(1)) {}
};

__global__ void column(float *out) {
  __shared__ float s[1024];
  // expect: store 8/1 8-way
  s[threadIdx.x * 32 % 1024 + threadIdx.y] = 1;
}

void launch(float *out) {
  Shape s(8);
  column<<<1, dim3(s.x, s.y + 4, s.z)>>>(out);
}
