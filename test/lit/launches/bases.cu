// Structs with bases, as arguments of kernels.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Sizes {
  int width;
  int pitch;
  __host__ __device__ Sizes(int w = 1) : width(w), pitch(w + 1) {}
};
template <typename T> struct Common : Sizes {
  const T *in;
  Common(int w) : Sizes(w), in(nullptr) {}
};
struct Arguments : Common<float> {
  int extra;
  Arguments(int w) : Common<float>(w), extra(0) {}
};

__global__ void strides(Arguments a) {
  __shared__ float s[4096];
  if (a.in != nullptr)
    s[threadIdx.x] = a.in[0];       // expect: store 1/1
  // expect[a.width=32]: store 32/1 32-way
  // expect[a.width=16]: store 16/1 16-way
  s[threadIdx.x * a.width] = 1;
  // expect[a.width=32]: store 1/1
  // expect[a.width=16]: store 8/1 8-way
  s[threadIdx.x * a.pitch] = 1;
}

__global__ void unknown(Arguments a) {
  __shared__ float s[4096];
  s[threadIdx.x * a.pitch] = 1;     // expect: depends store 32/1 32-way
}

__global__ void changed(Arguments a) {
  __shared__ float s[4096];
  a.width = threadIdx.x;
  s[a.width * 2] = 1;               // expect: store 2/1 2-way
  Sizes &sizes = a;
  sizes.pitch = 3 * threadIdx.x;
  s[a.pitch] = 1;                   // expect: store 1/1
}

void launch(Arguments given) {
  Arguments a(32);
  strides<<<1, 32>>>(a);
  a.width = 16;
  Sizes &sizes = a;
  sizes.pitch = 8;
  strides<<<1, 32>>>(a);
  unknown<<<1, 32>>>(given);
  changed<<<1, 32>>>(a);
}
