// A function that launches may be passed to another, which calls it: a harness
// that measures time. What takes too long to follow does not take the steps
// that launches need.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json --quiet %s | FileCheck %s
// CHECK-DAG: "C": 768
// CHECK-NOT: "origin": "default"

__global__ void columns(float *out, int C) {
  extern __shared__ float s[];
  // expect[32x1x1]: store 32/1 32-way
  // expect[32x4x1]: store 32/1 32-way
  s[threadIdx.x * C / 24] = 1;
}

void launch(float *out, int C, int Size) {
  columns<<<1, dim3(32, Size / 32), 4096>>>(out, C);
}

// Follows a pointer round by round.
template <typename T> void validate(T *Result, const T *Expected, int Count) {
  for (int I = 0; I < Count; I++)
    if (Result[I] != Expected[I])
      Result[I] = Expected[I];
}

template <class Function, class... Arguments>
float benchmark(int Repeats, Function F, Arguments &&...Passed) {
  float Time = 0;
  for (int I = 0; I < Repeats; I++) {
    F(static_cast<Arguments &&>(Passed)...);
    Time += 1;
  }
  return Time / Repeats;
}

int main() {
  int C = 768, Sizes[] = {32, 128}, Value = 0;
  float *Out = nullptr;
  for (int I = 0; I < 2; I++) {
    int Size = Sizes[I];
    for (int J = 0; J < 30; J++)
      validate(&Value, &Value, 1 << 20);
    benchmark(1000, launch, Out, C, Size);
  }
}
