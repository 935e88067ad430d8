// Functions that are declared without attributes and defined for the device:
// nvcc goes by the definition, and Clang takes them for two.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s

struct Sum {
  int sum;
  Sum();
  Sum &operator+=(int a);
  template <class T> T twice(T x);
  int get() const;
  static int half(int x);
};
inline __device__ __host__ Sum::Sum() { sum = 0; }
inline __device__ __host__ Sum &Sum::operator+=(int a) {
  sum += a;
  return *this;
}
template <class T> __device__ __host__ T Sum::twice(T x) { return 2 * x; }
__device__ int Sum::get() const { return sum; }
__device__ int Sum::half(int x) { return x / 2; }

template <class T> struct Row {
  T of(T x);
};
template <class T> __host__ __device__ T Row<T>::of(T x) { return x * 32; }

int plain(int);
__host__ __device__ int plain(int x) { return x; }

template <class T> __global__ void k(int *out, const int *in) {
  __device__ __shared__ int s[32 * 32];
  T t;
  t += threadIdx.x;
  s[t.get() * 32 + 1] = 1;              // expect: store 32/1 32-way total 32/1
  s[T::half(t.twice(threadIdx.x))] = 2; // expect: store 1/1 total 1/1
  s[Row<int>().of(plain(t.sum))] = 3;   // expect: store 32/1 32-way total 32/1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];    // expect: load 1/1 total 1/1
}
void f(int *o, int *i) {
  Sum sum;
  sum += 3;
  k<Sum><<<1, 32>>>(o, i);
}
