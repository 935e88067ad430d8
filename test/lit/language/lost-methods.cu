// A call of a method that is not there may change its object.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s \
// RUN:   | %python %verdict --parse-errors=2 %s

struct Row {
  float *start;
  int pitch;
  void host(int);
};

__global__ void k(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  Row row{s, 1}, other{s, 32}, same{s, 4};
  row.move(t * 32);              // expect: unknown load parse-error
  row.start[0] = 1;              // expect: unknown store parse-error
  s[t * row.pitch] = 1;          // expect: unknown store parse-error
  other.host(t);                 // expect: unknown load parse-error
  s[t * other.pitch] = 1;        // expect: unknown store parse-error
  s[t * same.pitch] = out[0];    // expect: store 4/1 4-way
}
void launch(float *out) { k<<<1, 32>>>(out); }
