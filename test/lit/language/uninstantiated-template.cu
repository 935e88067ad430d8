// A template that the file never instantiates is not guessed at.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int N> __global__ void never(float *out) {
  __shared__ float s[N][32];
  s[threadIdx.x][0] = 1;       // expect: unknown load uninstantiated-template
  out[0] = s[0][threadIdx.x];  // expect: unknown load uninstantiated-template
}

__global__ void other(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;      // expect: store 32/1 32-way
  out[0] = s[0][threadIdx.x]; // expect: load 1/1
}

void launch(float *out) { other<<<1, 32>>>(out); }

// Clang cannot evaluate an alignment that depends on the template's arguments.
template <typename T> struct Storage { T v[32]; };
template <typename T> __global__ void aligned(T *out) {
  extern __shared__ __align__(alignof(Storage<T>)) unsigned char raw[];
  // expect: unknown load uninstantiated-template
  auto &s = reinterpret_cast<Storage<T> &>(raw);
  s.v[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s.v[31 - threadIdx.x];
}
