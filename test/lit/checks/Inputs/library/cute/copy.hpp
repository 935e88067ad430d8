// What matters of CuTe: functions of a library of templates in namespace cute,
// which call each other and lambdas of their own and the user's.
namespace cute {

template <class Source, class Target>
__host__ __device__ void copy(Source read, Target write, int count) {
  auto one = [&](int i) { write(i) = read(i); };
  for (int i = 0; i < count; ++i)
    one(i);
}

template <class F>
__host__ __device__ void for_each(int count, F f) {
  for (int i = 0; i < count; ++i)
    f(i);
}

template <class T>
struct Tensor {
  T *data;
  int row, column;
  __host__ __device__ T &operator()(int i) const {
    return data[(i / 32) * row + (i % 32) * column];
  }
};

// No file that includes this instantiates it.
template <class T>
__global__ void transpose(T *out) {
  __shared__ T tile[32 * 32];
  tile[threadIdx.x * 32] = out[threadIdx.x];
  out[threadIdx.x] = tile[threadIdx.x];
}

} // namespace cute
