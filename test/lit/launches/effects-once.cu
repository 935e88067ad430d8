// What an expression does happens once, be it the left side of an assignment.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel() {
  __shared__ float s[4096];
  // expect[64x1x1]: store 2/1 2-way
  // expect[33x1x1]: store 2/1 2-way
  // expect: none
  s[threadIdx.x * 2] = 1;
}

struct Sizes {
  int n, m;
};
int &next(int *&p) { return *p++; }
void bind(int &value, int *&p) { ++p; }

void pointers() {
  int a[] = {32, 64, 128, 16};
  int *p = a;
  *p++ = 5;
  kernel<0><<<1, *p>>>();
  int b[] = {32, 64, 128, 16};
  p = b;
  (*p++)++;
  kernel<1><<<1, *p>>>();
  int c[] = {32, 64, 128, 16};
  p = c;
  *p++ += 1;
  kernel<2><<<1, *p>>>();
  Sizes d[] = {{32, 1}, {64, 1}, {128, 1}};
  Sizes *q = d;
  *q++ = Sizes{1, 2};
  kernel<3><<<1, q->n>>>();
  int e[] = {32, 64, 128, 16};
  p = e;
  int &r = next(p);
  kernel<4><<<1, *p>>>();
}

void subscripts(int *unknown) {
  int a[] = {32, 64, 128, 16};
  int i = 0;
  a[i++] = 5;
  kernel<5><<<1, a[i]>>>();
  int b[40] = {};
  i = 32;
  b[i++]++;
  kernel<6><<<1, i>>>();
  i = 32;
  int &r = unknown[i++];
  kernel<7><<<1, i>>>();
  int j;
  i = 32;
  (j = i++);
  kernel<8><<<1, i>>>();
}
