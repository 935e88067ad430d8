// What matters of CuTe's static integers: constexpr functions that make objects
// without data, and run what they are given on the way.
namespace cute {

template <int N>
struct C {
  __host__ __device__ constexpr operator int() const { return N; }
};

template <int A, int B>
__host__ __device__ constexpr C<A + B> sum(C<A>, C<B>) {
  return {};
}

// Calls itself twice: two to the power of N calls.
template <int N>
__host__ __device__ constexpr auto count(C<N>) {
  if constexpr (N == 0)
    return C<1>{};
  else
    return sum(count(C<N - 1>{}), count(C<N - 1>{}));
}

template <class F>
__host__ __device__ constexpr C<1> call(F &&f) {
  f(0);
  return {};
}

// Holds what it is given.
template <class F>
struct Twice {
  F f;
};
template <class F>
__host__ __device__ constexpr C<2> call(Twice<F> two) {
  two.f(0);
  two.f(1);
  return {};
}

template <class A, class B>
struct Pair {
  A a;
  B b;
  __host__ __device__ constexpr const A &first() const { return a; }
  __host__ __device__ constexpr const B &second() const { return b; }
};

} // namespace cute
