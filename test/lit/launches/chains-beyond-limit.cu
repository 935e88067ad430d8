// Beyond the limit of steps, each call of a chain of calls was tried twice, and
// so were those in it.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Stream {
  int Total;
};
Stream &operator<<(Stream &Out, int Number) {
  Out.Total += Number;
  return Out;
}

__global__ void kernel(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = out[0]; // expect: store 2/1 2-way
}

void print(Stream &Out, int N) {
  for (int I = 0; I < N; ++I)
    Out << 1 << 2 << 3 << 4 << 5 << 6 << 7 << 8 << 9 << 10 << 11 << 12 << 13
        << 14 << 15 << 16 << 17 << 18 << 19 << 20 << 21 << 22 << 23 << 24 << 25
        << 26 << 27 << 28 << 29 << 30 << 31 << 32 << 33 << 34 << 35 << 36 << 37;
}

void launch(Stream &Out, float *out) {
  for (int I = 0; I < 1000; ++I)
    for (int J = 0; J < 1000; ++J)
      Out << I << J;
  print(Out, 100);
  kernel<<<1, 32>>>(out);
}
