// Lambdas and function objects.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Offset {
  int stride;
  __device__ int operator()(int i) const { return i * stride; }
};
struct Accessor {
  float *base;
  int pitch;
  __device__ float &at(int row, int column) { return base[row * pitch + column]; }
};
template <typename F> __device__ int apply(F f, int i) { return f(i); }

__global__ void lambdas(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int stride = 4;
  auto scaled = [=](int i) { return i * stride; };
  s[scaled(t)] = 1; // expect: store 4/1 4-way
  auto store = [&](int i, float v) {
    s[i] = v; // expect: store 1/1, store 32/1 32-way
  };
  store(t, 1);
  store(t * 32, 1);
  auto generic = [](auto i) { return i * 8; };
  s[generic(t)] = 1;        // expect: store 8/1 8-way
  s[apply(scaled, t)] = 1;  // expect: store 4/1 4-way
  int k = t;
  auto change = [&] { k *= 2; };
  change();
  s[k] = 1;                               // expect: store 2/1 2-way
  s[([](int i) { return 31 - i; })(t)] = 1; // expect: store 1/1
}

__global__ void objects(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  Offset offset{2};
  s[offset(t)] = 1;           // expect: store 2/1 2-way
  s[Offset{32}(t)] = 1;       // expect: unknown store unsupported-construct
  s[apply(offset, t)] = 1;    // expect: store 2/1 2-way
  Accessor accessor{s, 32};
  accessor.at(t, 0) = 1; // expect: store 32/1 32-way
  accessor.at(0, t) = 1; // expect: store 1/1
  accessor.pitch = 33;
  accessor.at(t, 0) = 1; // expect: store 1/1
}

void launch(float *out) {
  lambdas<<<1, 32>>>(out);
  objects<<<1, 32>>>(out);
}
