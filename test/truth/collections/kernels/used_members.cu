// Vectors of which a kernel uses some members: bit m of the template argument
// says that it uses member m.
#include <cuda_runtime.h>

struct alignas(16) Point {
  float x, y, z, w;
};

template <int Used, class Vector> __device__ float combine(Vector v) {
  float r = 0;
  if (Used & 1)
    r += v.x;
  if (Used & 2)
    r = r * 3 + v.y;
  if (Used & 4)
    r = r * 5 + v.z;
  if (Used & 8)
    r = r * 7 + v.w;
  return r;
}

template <int Used, class Vector> __device__ double combinePair(Vector v) {
  double r = 0;
  if (Used & 1)
    r += v.x;
  if (Used & 2)
    r = r * 3 + v.y;
  return r;
}

template <int Used, class Vector>
__global__ void variable(const Vector *in, float *out) {
  __shared__ Vector s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Vector v = s[63 - t];
  out[t] = combine<Used>(v);
}

template <int Used> __global__ void cast(const float4 *in, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  *(float4 *)&s[t * 4] = in[t];
  __syncthreads();
  const float4 v = *(const float4 *)&s[4 * (63 - t)];
  out[t] = combine<Used>(v);
}

// The use in the branch counts, too.
template <int Used> __global__ void branch(const float4 *in, float *out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const float4 v = s[63 - t];
  float r = v.x;
  if (in[t].x > 0)
    r += combine<Used>(v);
  out[t] = r;
}

template <int Used, class Vector>
__global__ void pair(const Vector *in, double *out) {
  __shared__ Vector s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Vector v = s[63 - t];
  out[t] = combinePair<Used>(v);
}

template <int Used> void launch(const void *in, float *out) {
  variable<Used><<<1, 64>>>((const float4 *)in, out);
  variable<Used><<<1, 64>>>((const int4 *)in, out);
  variable<Used><<<1, 64>>>((const Point *)in, out);
  cast<Used><<<1, 64>>>((const float4 *)in, out);
  branch<Used><<<1, 64>>>((const float4 *)in, out);
}

template <int Used> void launchPair(const void *in, double *out) {
  pair<Used><<<1, 64>>>((const float2 *)in, out);
  pair<Used><<<1, 64>>>((const double2 *)in, out);
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  launch<1>(in, (float *)out);
  launch<2>(in, (float *)out);
  launch<3>(in, (float *)out);
  launch<4>(in, (float *)out);
  launch<5>(in, (float *)out);
  launch<6>(in, (float *)out);
  launch<7>(in, (float *)out);
  launch<8>(in, (float *)out);
  launch<9>(in, (float *)out);
  launch<10>(in, (float *)out);
  launch<11>(in, (float *)out);
  launch<12>(in, (float *)out);
  launch<13>(in, (float *)out);
  launch<14>(in, (float *)out);
  launch<15>(in, (float *)out);
  launchPair<1>(in, (double *)out);
  launchPair<2>(in, (double *)out);
  launchPair<3>(in, (double *)out);
  return cudaDeviceSynchronize();
}
