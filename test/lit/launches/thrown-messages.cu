// What a throw makes of its message matters to no launch, and costs no steps.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <stdexcept>
#include <string>
#include <vector>
inline const std::string &ts(const std::string &s) { return s; }
inline std::string ts(const char *s) { return s; }
inline std::string ts(const std::vector<size_t> &v) { std::string r; for (auto x : v) r += std::to_string(x) + ","; return r; }
template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>> std::string ts(T v) { return std::to_string(v); }
template <class... Ts> std::string cat(const Ts &...args) { std::string s; s.reserve(1024); (..., (s += ts(args))); return s; }
#define ERR(...) do { throw std::runtime_error(cat(__FILE__ ":", __LINE__, " in function ", __func__, ": ", cat(__VA_ARGS__))); } while (false)
#define CHECK(x, ...) do { if (!(x)) { ERR("Assertion failed: " #x ". ", cat(__VA_ARGS__)); } } while (false)
constexpr int TB = 32;
template <int A> __global__ void __launch_bounds__(TB* TB) k(float *o, int m) {
  extern __shared__ float s[];
  // expect[k<1> @ 32x32x1]: store 4/1 4-way
  s[threadIdx.x * 4 + threadIdx.y * 128] = o[threadIdx.x];
  __syncthreads();
  // expect[k<1> @ 32x32x1]: load 1/1
  o[threadIdx.x] = s[threadIdx.x+m];
}
struct T { int mode; std::vector<size_t> shape; int a,b,c,d,e; };
void f(const T *in, float *o, cudaStream_t st) {
  CHECK(in->mode == 0 || in->mode == 1, "bad mode ", in->mode);
  int m{0}, kk{0};
  switch (in->mode) { case 0: if (in->a) { CHECK(in->shape.size() == 2, "got ", in->shape, "."); m = in->shape[0]; kk = in->shape[1];} else if (in->d) { CHECK(in->shape.size() == 2, "got ", in->shape); m = in->shape[1]; } break;
    case 1: if (in->a) { CHECK(in->shape.size() == 2, "got ", in->shape, "."); m = in->shape[0]; kk = in->shape[1]; } else if (in->d) { CHECK(in->shape.size() == 2, "got ", in->shape, "."); m = in->e; } break; default: ERR("Invalid"); }
  CHECK(m % 128 == 0, "padded in M");
  CHECK(kk % 4 == 0, "padded in K");
  if (in->a) { CHECK(in->b, "no factors"); CHECK(m * kk == in->e, "expected ", m * kk, " but ", in->shape); }
  if (in->d) { CHECK(in->b, "no factors"); CHECK(m * kk == in->e, "expected ", m * kk, " but ", in->shape); }
  if (m == 0 || kk == 0) return;
  const dim3 block_size(TB, TB);
  k<1><<<1, block_size, 16384, st>>>(o, m);
}
