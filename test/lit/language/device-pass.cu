// What nvcc's pass for the device accepts: it does not look into templates that
// nobody instantiates, and does not compile functions of the host, in which it
// takes operators of the device. Eigen 3.4 relies on both.
//
// RUN: %banklint --format=json --fail-on=parse-errors %s | %python %verdict %s

#if defined(__CUDA_ARCH__) && defined(__NVCC__)
#define USING(NAME) using ::NAME;
#else
#define USING(NAME)
#endif
template <class T> struct argument {
  static __host__ __device__ T run(const T &x) {
    USING(arg)
    return arg(x);
  }
  static __host__ __device__ T runDirectly(const T &x) {
#if defined(__CUDA_ARCH__) && defined(__NVCC__)
    using ::arg;
#endif
    return arg(x);
  }
};

namespace library {
namespace details {
struct base {};
} // namespace details
struct half : details::base {
  operator float() const;
  operator double() const;
};
namespace details {
#if defined(__CUDA_ARCH__)
__device__ half operator-(const half &, const half &);
#else
half operator-(const half &, const half &);
#endif
} // namespace details
static inline float random(const half &x, const half &y) { return y - x; }
} // namespace library

__global__ void k(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = out[threadIdx.x]; // expect: store 2/1 2-way
}
void launch(float *out) { k<<<1, 32>>>(out); }
