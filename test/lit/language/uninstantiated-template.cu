// A template that the file never instantiates is not guessed at.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int N> __global__ void never(float *out) {
  __shared__ float s[N][32];
  s[threadIdx.x][0] = 1;       // expect: unknown store uninstantiated-template
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
  auto &s = reinterpret_cast<Storage<T> &>(raw);
  // expect: unknown store uninstantiated-template
  s.v[threadIdx.x] = 1;
  __syncthreads();
  // expect: unknown load uninstantiated-template
  out[threadIdx.x] = s.v[31 - threadIdx.x];
}

// To take an address is no access. What goes through local pointers is one.
__device__ void helper(float *p);
template <int B> __global__ void pointers(float *out, float *in) {
  __shared__ float s[B][B + 1];
  __shared__ float flat[256];
  float *p = &s[threadIdx.y][threadIdx.x];
  p[0] = in[threadIdx.x]; // expect: unknown store uninstantiated-template
  __syncthreads();
  // expect: unknown load uninstantiated-template, unknown load uninstantiated-template
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y] + p[1];
  // Elsewhere.
  float *g = in + 1;
  g[0] = 1;
  // Assigned, stepped, compared.
  float *q;
  q = flat;
  for (float *end = flat + 256; q < end; q += 32)
    *q++ = 0; // expect: unknown store uninstantiated-template
  float4 *wide = reinterpret_cast<float4 *>(p - 4);
  out[0] = wide->x; // expect: unknown load uninstantiated-template
  auto row = s[threadIdx.y];
  row[B] += 1; // expect: unknown load uninstantiated-template, unknown store uninstantiated-template
  float &last = flat[B];
  ++last; // expect: unknown load uninstantiated-template, unknown store uninstantiated-template
  // What is made of an address elsewhere is not followed.
  atomicAdd(&flat[threadIdx.x], 1); // expect: unknown atomic uninstantiated-template
  helper(q); // expect: unknown load uninstantiated-template
  out[1] = sizeof(*p) + (p == q);
  const auto inside = [=](float *at) { at[0] = p[2]; }; // expect: unknown load uninstantiated-template
  inside(out);
  const auto kept = [r = q + 1] { return r[0]; }; // expect: unknown load uninstantiated-template
  out[2] = kept();
}

template <typename T> struct Pair { T first, second; };
template <typename T> __global__ void members(T *out, int n) {
  __shared__ Pair<T> pairs[64];
  __shared__ T *stored;
  __shared__ int index[32];
  Pair<T> *p = n > 3 ? &pairs[threadIdx.x] : pairs;
  p->first = out[0]; // expect: unknown store uninstantiated-template
  (*p).second = T(); // expect: unknown store uninstantiated-template
  stored[threadIdx.x] = T(); // expect: unknown load uninstantiated-template
  // expect: unknown load uninstantiated-template, unknown load uninstantiated-template
  out[0] = pairs[index[threadIdx.x]].first;
  for (auto &each : pairs) // expect: unknown load uninstantiated-template
    each.first = 1;
}
