// Constructors that a class inherits initialize its base.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Base {
  float *p;
  int pitch;
  __device__ Base(float *q, int n = 2) : p(q), pitch(n) {}
};
struct Derived : Base {
  int own = 4;
  using Base::Base;
};
struct Further : Derived {
  using Derived::Derived;
};
template <class T> struct Pointer {
  T *p;
  __device__ constexpr Pointer(T *q = {}) : p(q) {}
  __device__ T &operator[](int i) const { return p[i]; }
};
template <class T> struct SharedPointer : Pointer<T> {
  using Pointer<T>::Pointer;
};
template <class T> __device__ SharedPointer<T> makeShared(T *p) { return {p}; }

__global__ void inherited(float *out) {
  __shared__ float s[1024], u[1024], v[1024];
  const int t = threadIdx.x;
  Derived d(s);
  d.p[d.pitch * t] = 1; // expect: store 2/1 2-way
  __syncthreads();
  d.p[d.own * t] = 1; // expect: store 4/1 4-way
  Further f(u, 8);
  f.p[f.pitch * t] = 1; // expect: store 8/1 8-way
  auto p = makeShared(v);
  p[2 * t] = 1; // expect: store 2/1 2-way
}

void launch(float *out) { inherited<<<1, 32>>>(out); }
