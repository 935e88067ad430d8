// The steps of main run out in the first of many benchmarks. The other ones are
// executed by themselves: from where they get their blocks, not from inside.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Threads> __global__ void kernel(float *out) {
  __shared__ float s[512];
  // expect: none
  // expect[kernel<64> @ 64x1x1]: store 1/1
  // expect[kernel<128> @ 128x1x1]: store 1/1
  // expect[kernel<512> @ 512x1x1]: store 1/1
  s[threadIdx.x] = out[threadIdx.x];
}

template <class Launch> void measure(Launch launch) {
  for (int i = 0; i < 100; ++i)
    launch(i);
}
template <int Threads> void run(float *data) {
  dim3 block(Threads);
  int seed = 1;
  measure([&](int round) {
    for (int i = 0; i < 500; ++i)
      seed = seed * 3 + i;
    kernel<Threads><<<1, block>>>(data + seed % 2);
  });
}
int main() {
  float *data = nullptr;
  run<64>(data);
  run<128>(data);
  run<512>(data);
}
