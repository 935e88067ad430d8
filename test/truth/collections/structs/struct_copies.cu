// Structs that are copied as a whole: pieces of 4 or 8 bytes become accesses as
// wide as the compiler knows the struct to be aligned, unless members are not
// used, do not change, or have several sizes.
#include <cuda_runtime.h>

namespace {

struct Best {
  float value;
  int index;
};
struct Complex {
  float re, im;
};
struct Color {
  float r, g, b;
};
struct Quaternion {
  float x, y, z, w;
};
struct Particle {
  float x, y, z, vx, vy, vz;
};
struct Body {
  float m[8];
};
struct Interval {
  double low, high;
};
struct Ranked {
  double value;
  long long index;
};
struct Mixed {
  double value;
  int index, count;
};
struct Five {
  float a, b, c, d, e;
};

__device__ Best better(Best a, Best b) { return a.value > b.value ? a : b; }
__device__ float norm(const Complex &z) { return z.re * z.re + z.im * z.im; }
__device__ Complex times(Complex a, Complex b) {
  return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__global__ void argmax_tree(const float *in, Best *out) {
  __shared__ Best s[256];
  const int t = threadIdx.x;
  Best mine;
  mine.value = in[t];
  mine.index = t;
  s[t] = mine;
  __syncthreads();
  for (int h = blockDim.x / 2; h > 0; h >>= 1) {
    if (t < h) {
      const Best other = s[t + h];
      if (other.value > mine.value) {
        mine = other;
        s[t] = mine;
      }
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = mine;
}

__global__ void argmax_function(const Best *in, Best *out) {
  __shared__ Best s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int h = 64; h > 0; h /= 2) {
    if (t < h)
      s[t] = better(
          s[t], s[t + h]);
    __syncthreads();
  }
  out[t] = s[0];
}

__global__ void rotate(const Complex *in, Complex *out) {
  __shared__ Complex s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Complex z = s[(t + 5) & 255];
  __syncthreads();
  s[t] = z;
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void convolve(const Complex *in, Complex *out, float *power, int n) {
  extern __shared__ double memory[];
  Complex *s = reinterpret_cast<Complex *>(memory);
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  Complex sum{0, 0};
  for (int k = 0; k < n; ++k) {
    const Complex z = s[(t + k) & 127];
    const Complex p = times(z, z);
    sum.re += p.re;
    sum.im += p.im;
  }
  out[t] = sum;
  power[t] = norm(
      s[t]);
}

__global__ void blur(const Color *in, Color *out) {
  __shared__ Color tile[8][34];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x + 1] = in[y * 32 + x];
  __syncthreads();
  const Color left = tile[y][x];
  const Color right = tile[y][x + 2];
  out[y * 32 + x] = Color{left.r + right.r, left.g + right.g, left.b + right.b};
}

__global__ void normalize(const Quaternion *in, Quaternion *out, float *w) {
  __shared__ float odd[33];
  __shared__ Quaternion s[128];
  const int t = threadIdx.x;
  odd[t & 31] = w[t];
  s[t] = in[t];
  __syncthreads();
  const Quaternion q = s[t ^ 1];
  const float f = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  out[t] = Quaternion{q.x * f, q.y * f, q.z * f, q.w * f * odd[t & 31]};
}

__global__ void normalize_alone(const Quaternion *in, Quaternion *out) {
  __shared__ Quaternion s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Quaternion q = s[t ^ 1];
  const float f = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  out[t] = Quaternion{q.x * f, q.y * f, q.z * f, q.w * f};
}

__global__ void move(const Particle *in, Particle *out, float dt) {
  __shared__ Particle s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Particle p = s[(t + 1) & 127];
  out[t] = Particle{p.x + p.vx * dt, p.y + p.vy * dt, p.z + p.vz * dt,
                    p.vx, p.vy, p.vz};
}

__global__ void gravity(const Body *in, Body *out) {
  __shared__ Body s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 3];
}

__global__ void hull(const Interval *in, Interval *out) {
  __shared__ Interval s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  Interval all = in[t];
  for (int h = 64; h > 0; h >>= 1) {
    const Interval other = s[(t + h) & 127];
    all.low = fmin(all.low, other.low);
    all.high = fmax(all.high, other.high);
  }
  out[t] = all;
}

__global__ void rank_max(const Ranked *in, Ranked *out) {
  __shared__ Ranked s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  Ranked best = in[t];
  const Ranked other = s[127 - t];
  if (other.value > best.value)
    best = other;
  out[t] = best;
}

__global__ void mixed(const Mixed *in, Mixed *out) {
  __shared__ Mixed s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Mixed m = s[t ^ 2];
  out[t] = m;
}

__global__ void five(const Five *in, Five *out) {
  __shared__ Five s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 4];
}

__global__ void rows(const Complex *in, float *out, int n) {
  __shared__ Complex s[16 * 32];
  const int t = threadIdx.x, lane = t & 31;
  for (int i = t; i < 512; i += 128)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const Complex z = s[k * 32 + lane];
    sum += z.re * z.im;
  }
  out[t] = sum;
}

__global__ void rows_aligned(const Complex *in, float *out, int n) {
  __shared__ __align__(16) Complex s[16 * 32];
  const int t = threadIdx.x, lane = t & 31;
  for (int i = t; i < 512; i += 128)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const Complex z = s[k * 32 + lane];
    sum += z.re * z.im;
  }
  out[t] = sum;
}

__global__ void columns(const Complex *in, Complex *out) {
  __shared__ Complex tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__global__ void columns_padded(const Complex *in, Complex *out) {
  __shared__ Complex tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

__global__ void one_member(const Complex *in, float *out) {
  __shared__ Complex s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Complex z = s[t ^ 1];
  out[t] = z.re;
}

__global__ void changed_in_place(const Complex *in, Complex *out, float f) {
  __shared__ Complex s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  Complex z = s[t];
  z.re *= f;
  s[t] = z;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void overwritten(const float2 *in, float2 *out, float f) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float2 z = s[t];
  z.y = f;
  s[t] = z;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void overwritten_copy(const float2 *in, float2 *out, float f) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float2 z = s[t ^ 1];
  z.y = f;
  out[t] = z;
}

__global__ void changed_vector(const float2 *in, float2 *out, float f) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float2 z = s[t];
  z.x = z.x * f;
  z.y = z.y + f;
  s[t] = z;
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void either(const Complex *in, float *out, int n) {
  __shared__ Complex s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const Complex z = s[t ^ 1];
  if (n > 3)
    out[t] = z.re;
  else
    out[t + 1] = z.im;
}

__global__ void four_each(const Complex *in, Complex *out) {
  __shared__ Complex s[256];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s[i * 64 + t] = in[i * 64 + t];
  __syncthreads();
  Complex z[4];
  for (int i = 0; i < 4; ++i)
    z[i] = s[t * 4 + i];
  for (int i = 0; i < 4; ++i)
    out[i * 64 + t] = z[i];
}

// A tile of rows, in loops that are not unrolled whole.
template <int Width>
__global__ void tile_rows(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[32][16 * Width];
  const int t = threadIdx.x, x = t & 15;
  for (int i = t; i < 32 * 16 * Width; i += 128)
    s[i / (16 * Width)][i % (16 * Width)] = in[i];
  __syncthreads();
  float sum[Width] = {};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < Width; ++j)
      sum[j] += s[k][x * Width + j];
  for (int j = 0; j < Width; ++j)
    out[t * Width + j] = sum[j];
}

template <int Width>
__global__ void tile_rows_dynamic(const float *in, float *out, int n) {
  extern __shared__ float rows_of_tile[];
  const int t = threadIdx.x, x = t & 15;
  for (int i = t; i < 32 * 16 * Width; i += 128)
    rows_of_tile[i] = in[i];
  __syncthreads();
  float sum[Width] = {};
  for (int k = n - 1; k >= 0; --k)
    for (int j = 0; j < Width; ++j)
      sum[j] += rows_of_tile[k * 16 * Width + x * Width + j];
  for (int j = 0; j < Width; ++j)
    out[t * Width + j] = sum[j];
}

} // namespace

int main() {
  void *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMemset(a, 0, 1 << 20);
  float *in = static_cast<float *>(a), *out = static_cast<float *>(b);
  argmax_tree<<<1, 256>>>(in, static_cast<Best *>(b));
  argmax_function<<<1, 128>>>(static_cast<Best *>(a), static_cast<Best *>(b));
  rotate<<<1, 256>>>(static_cast<Complex *>(a), static_cast<Complex *>(b));
  convolve<<<1, 128, 1024>>>(static_cast<Complex *>(a),
                             static_cast<Complex *>(b), out + 4096, 16);
  blur<<<1, dim3(32, 8)>>>(static_cast<Color *>(a), static_cast<Color *>(b));
  normalize<<<1, 128>>>(static_cast<Quaternion *>(a),
                        static_cast<Quaternion *>(b), in + 4096);
  normalize_alone<<<1, 128>>>(static_cast<Quaternion *>(a),
                              static_cast<Quaternion *>(b));
  move<<<1, 128>>>(static_cast<Particle *>(a), static_cast<Particle *>(b), 2);
  gravity<<<1, 64>>>(static_cast<Body *>(a), static_cast<Body *>(b));
  hull<<<1, 128>>>(static_cast<Interval *>(a), static_cast<Interval *>(b));
  rank_max<<<1, 128>>>(static_cast<Ranked *>(a), static_cast<Ranked *>(b));
  mixed<<<1, 128>>>(static_cast<Mixed *>(a), static_cast<Mixed *>(b));
  five<<<1, 128>>>(static_cast<Five *>(a), static_cast<Five *>(b));
  rows<<<1, 128>>>(static_cast<Complex *>(a), out, 16);
  rows_aligned<<<1, 128>>>(static_cast<Complex *>(a), out, 16);
  columns<<<1, dim3(32, 32)>>>(static_cast<Complex *>(a),
                               static_cast<Complex *>(b));
  columns_padded<<<1, dim3(32, 32)>>>(static_cast<Complex *>(a),
                                      static_cast<Complex *>(b));
  one_member<<<1, 128>>>(static_cast<Complex *>(a), out);
  changed_in_place<<<1, 128>>>(static_cast<Complex *>(a),
                               static_cast<Complex *>(b), 2);
  overwritten<<<1, 128>>>(static_cast<float2 *>(a), static_cast<float2 *>(b),
                          2);
  overwritten_copy<<<1, 128>>>(static_cast<float2 *>(a),
                               static_cast<float2 *>(b), 2);
  changed_vector<<<1, 128>>>(static_cast<float2 *>(a),
                             static_cast<float2 *>(b), 2);
  either<<<1, 128>>>(static_cast<Complex *>(a), out, 5);
  four_each<<<1, 64>>>(static_cast<Complex *>(a), static_cast<Complex *>(b));
  tile_rows<2><<<1, 128>>>(in, out, 32);
  tile_rows<4><<<1, 128>>>(in, out, 32);
  tile_rows<8><<<1, 128>>>(in, out, 16);
  tile_rows_dynamic<2><<<1, 128, 4096>>>(in, out, 32);
  tile_rows_dynamic<4><<<1, 128, 8192>>>(in, out, 32);
  return cudaDeviceSynchronize();
}
