// Loops over stages: what they count is a constant in each copy of the code
// where the compiler unrolls them whole, and neighbours of the stage with
// stride 1 become one access. It does not where it can't count the stages, or
// where they are large.
#include <cuda_runtime.h>

namespace {

enum Index { Mask, Doubled, Or, Interleaved, Blelloch };

template <Index How> __device__ int lower(int t, int h) {
  if constexpr (How == Mask) {
    const int lo = t & (h - 1);
    return ((t - lo) << 1) + lo;
  } else if constexpr (How == Doubled) {
    return 2 * t - (t & (h - 1));
  } else if constexpr (How == Or) {
    return ((t & ~(h - 1)) << 1) | (t & (h - 1));
  } else if constexpr (How == Interleaved) {
    return 2 * h * t;
  } else {
    return h * (2 * t + 1) - 1;
  }
}

__device__ float plus(float a, float b) { return a + b; }
__device__ float minus(float a, float b) { return a - b; }
__device__ double plus(double a, double b) { return a + b; }
__device__ double minus(double a, double b) { return a - b; }
__device__ float2 plus(float2 a, float2 b) {
  return make_float2(a.x + b.x, a.y + b.y);
}
__device__ float2 minus(float2 a, float2 b) {
  return make_float2(a.x - b.x, a.y - b.y);
}

template <typename T, int N, Index How>
__global__ void doubling(T *g) {
  __shared__ T s[N];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + N / 2] = g[t + N / 2];
  __syncthreads();
  for (int h = 1; h < N; h <<= 1) {
    const int i = lower<How>(t, h);
    if (i + h < N) {
      const T a = s[i];
      const T b = s[i + h];
      s[i] = plus(a, b);
      s[i + h] = minus(a, b);
    }
    __syncthreads();
  }
  g[t] = s[t];
  g[t + N / 2] = s[t + N / 2];
}

template <typename T, int N, Index How>
__global__ void halving(T *g) {
  __shared__ T s[N];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + N / 2] = g[t + N / 2];
  int h = N / 2;
  do {
    __syncthreads();
    const int i = lower<How>(t, h);
    const T a = s[i];
    const T b = s[i + h];
    s[i] = plus(a, b);
    s[i + h] = minus(a, b);
    h >>= 1;
  } while (h > 0);
  __syncthreads();
  g[t] = s[t];
  g[t + N / 2] = s[t + N / 2];
}

template <typename T, int N> __global__ void stages(T *g) {
  __shared__ T s[N];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + N / 2] = g[t + N / 2];
  __syncthreads();
  for (int stage = 0; 1 << stage < N; ++stage) {
    const int half = 1 << stage;
    const int i = ((t >> stage) << (stage + 1)) + (t & (half - 1));
    const T a = s[i];
    const T b = s[i + half];
    s[i] = plus(a, b);
    s[i + half] = minus(a, b);
    __syncthreads();
  }
  g[t] = s[t];
  g[t + N / 2] = s[t + N / 2];
}

// With a float division in each round.
template <int N> __global__ void dividing(float *g) {
  __shared__ float s[N];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + N / 2] = g[t + N / 2];
  __syncthreads();
  int h = 1;
  while (h < N) {
    const int i = lower<Mask>(t, h);
    const float a = s[i];
    const float b = s[i + h];
    const float w = a / (h + 1.5f);
    s[i] = a + w;
    s[i + h] = b - w;
    __syncthreads();
    h <<= 1;
  }
  g[t] = s[t];
  g[t + N / 2] = s[t + N / 2];
}

template <typename T, int N> __global__ void bitonic(T *g) {
  __shared__ T s[N];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + N / 2] = g[t + N / 2];
  for (int size = 2; size <= N; size <<= 1) {
    const bool up = (t & (size / 2)) == 0;
    for (int h = size / 2; h > 0; h >>= 1) {
      __syncthreads();
      const int i = lower<Doubled>(t, h);
      T a = s[i];
      T b = s[i + h];
      if ((a > b) == up) {
        const T x = a;
        a = b;
        b = x;
      }
      s[i] = a;
      s[i + h] = b;
    }
  }
  __syncthreads();
  g[t] = s[t];
  g[t + N / 2] = s[t + N / 2];
}

// The number of stages is not known to the compiler.
template <typename T, Index How>
__global__ void doubling_to(T *g, int n) {
  __shared__ T s[512];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + 256] = g[t + 256];
  __syncthreads();
  for (int h = 1; h < n; h <<= 1) {
    const int i = lower<How>(t, h);
    if (i + h < n) {
      const T a = s[i];
      const T b = s[i + h];
      s[i] = plus(a, b);
      s[i + h] = minus(a, b);
    }
    __syncthreads();
  }
  g[t] = s[t];
  g[t + 256] = s[t + 256];
}

template <typename T> __global__ void bitonic_to(T *g, int n) {
  __shared__ T s[512];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + 256] = g[t + 256];
  for (int size = 2; size <= n; size <<= 1) {
    for (int h = size / 2; h > 0; h >>= 1) {
      __syncthreads();
      const int i = lower<Or>(t, h);
      const T a = s[i];
      const T b = s[i + h];
      s[i] = plus(a, b);
      s[i + h] = minus(a, b);
    }
  }
  __syncthreads();
  g[t] = s[t];
  g[t + 256] = s[t + 256];
}

template <typename T> __global__ void strided_to(T *g, int n) {
  extern __shared__ __align__(16) unsigned char memory[];
  T *s = reinterpret_cast<T *>(memory);
  for (int p = threadIdx.x; p < n; p += blockDim.x)
    s[p] = g[p];
  for (int h = 1; h < n; h <<= 1) {
    __syncthreads();
    for (int p = threadIdx.x; p < n / 2; p += blockDim.x) {
      const int i = lower<Mask>(p, h);
      const T a = s[i];
      const T b = s[i + h];
      s[i] = plus(a, b);
      s[i + h] = minus(a, b);
    }
  }
  __syncthreads();
  for (int p = threadIdx.x; p < n; p += blockDim.x)
    g[p] = s[p];
}

// Asked to unroll what it can't count, the compiler keeps all tests.
__global__ void asked(float2 *g, int n) {
  __shared__ float2 s[256];
  const int t = threadIdx.x;
  s[t] = g[t];
  s[t + 128] = g[t + 128];
  int h = 1;
#pragma unroll
  for (int d = n / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      const int i = h * (2 * t + 1) - 1;
      const float2 a = s[i];
      const float2 b = s[i + h];
      s[i + h] = plus(a, b);
    }
    h <<= 1;
  }
  __syncthreads();
  g[t] = s[t];
  g[t + 128] = s[t + 128];
}

// What is a constant apart for every lane, but not for the compiler.
#define PADDED(i) ((i) + ((i) >> 4) * 2)
__global__ void padded_pairs(int *g) {
  __shared__ int s[600];
  const int t = threadIdx.x;
  s[PADDED(t)] = g[t];
  s[PADDED(t + 256)] = g[t + 256];
  __syncthreads();
  const int a = s[PADDED(2 * t)];
  const int b = s[PADDED(2 * t + 1)];
  g[t] = a - b;
}

__global__ void padded_alike(int *g) {
  __shared__ int s[600];
  const int t = threadIdx.x;
  s[PADDED(t)] = g[t];
  s[PADDED(t + 256)] = g[t + 256];
  __syncthreads();
  const int a = s[2 * t + (t >> 3) * 2];
  const int b = s[2 * t + 1 + (t >> 3) * 2];
  g[t] = a - b;
}

__global__ void padded_sweep(int *g) {
  __shared__ int s[600];
  const int t = threadIdx.x;
  s[PADDED(t)] = g[t];
  s[PADDED(t + 256)] = g[t + 256];
  for (int d = 256, h = 1; d > 0; d >>= 1, h <<= 1) {
    __syncthreads();
    if (t < d) {
      const int left = s[PADDED(h * (2 * t + 1) - 1)];
      const int right = s[PADDED(h * (2 * t + 2) - 1)];
      s[PADDED(h * (2 * t + 2) - 1)] = left + right;
    }
  }
  __syncthreads();
  g[t] = s[PADDED(t)];
}

} // namespace

int main() {
  void *g;
  cudaMalloc(&g, 1 << 20);
  cudaMemset(g, 0, 1 << 20);
  float *f = static_cast<float *>(g);
  float2 *f2 = static_cast<float2 *>(g);
  double *d = static_cast<double *>(g);
  int *i = static_cast<int *>(g);
  doubling<float, 8, Mask><<<1, 4>>>(f);
  doubling<float, 128, Mask><<<1, 64>>>(f);
  doubling<float, 512, Doubled><<<1, 256>>>(f);
  doubling<float, 1024, Or><<<1, 512>>>(f);
  doubling<float, 256, Interleaved><<<1, 128>>>(f);
  doubling<float, 512, Blelloch><<<1, 256>>>(f);
  doubling<double, 256, Mask><<<1, 128>>>(d);
  doubling<float2, 256, Or><<<1, 128>>>(f2);
  doubling<float2, 512, Blelloch><<<1, 256>>>(f2);
  halving<float, 64, Mask><<<1, 32>>>(f);
  halving<float, 1024, Doubled><<<1, 512>>>(f);
  halving<double, 128, Or><<<1, 64>>>(d);
  halving<float2, 256, Mask><<<1, 128>>>(f2);
  stages<float, 256><<<1, 128>>>(f);
  stages<float2, 512><<<1, 256>>>(f2);
  stages<double, 64><<<1, 32>>>(d);
  dividing<256><<<1, 128>>>(f);
  bitonic<float, 64><<<1, 32>>>(f);
  bitonic<float, 256><<<1, 128>>>(f);
  bitonic<float, 1024><<<1, 512>>>(f);
  bitonic<int, 512><<<1, 256>>>(i);
  bitonic<double, 128><<<1, 64>>>(d);
  doubling_to<float, Mask><<<1, 256>>>(f, 512);
  doubling_to<float, Blelloch><<<1, 256>>>(f, 256);
  doubling_to<float2, Or><<<1, 256>>>(f2, 512);
  doubling_to<double, Doubled><<<1, 256>>>(d, 512);
  doubling_to<float, Interleaved><<<1, 256>>>(f, 512);
  bitonic_to<float><<<1, 256>>>(f, 512);
  bitonic_to<float2><<<1, 256>>>(f2, 512);
  strided_to<float><<<1, 128, 4096>>>(f, 1024);
  strided_to<double><<<1, 128, 4096>>>(d, 512);
  asked<<<1, 128>>>(f2, 256);
  padded_pairs<<<1, 256>>>(i);
  padded_alike<<<1, 256>>>(i);
  padded_sweep<<<1, 256>>>(i);
  return cudaDeviceSynchronize();
}
