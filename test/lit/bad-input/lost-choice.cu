// A choice of which one side does not parse has no type; this crashed.
//
// RUN: %banklint --format=json %s | %python %verdict --parse-errors 1 %s

struct Pair {
  int First, Second;
};

__global__ void choice(float *out, Pair p, bool isFirst) {
  __shared__ float s[256];
  Pair q = isFirst ? p : MISSING;
  s[threadIdx.x * 2] = out[q.Second]; // expect: store 2/1 2-way
  s[threadIdx.x * q.First] = out[0];  // expect: unknown store parse-error
}

void launch(float *out, Pair p, bool isFirst) {
  choice<<<1, 32>>>(out, p, isFirst);
}
