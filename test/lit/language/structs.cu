// Local structs: constructors, bases, operators, conversions, temporaries and results by value.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct Stride {
  int x, y;
  __device__ Stride() : x(0), y(0) {}
  __device__ explicit Stride(int x) : Stride(x, 3) {}
  __device__ Stride(int x, int y) : x(x), y(y) {}
  __device__ int operator()(int i) const { return i * x; }
  __device__ int operator[](int i) const { return i * y; }
  __device__ Stride &operator+=(const Stride &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  __device__ Stride operator*(int k) const { return Stride(x * k, y * k); }
  __device__ friend Stride operator+(Stride a, Stride b) {
    return Stride(a.x + b.x, a.y + b.y);
  }
  __device__ operator int() const { return x; }
  __device__ Stride &set(int value) {
    x = value;
    return *this;
  }
  static __device__ int scale(int i) { return i * 16; }
  static constexpr int pitch = 32;
};

__global__ void operators(float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  Stride v(2);
  s[v(t)] = 1; // expect: store 2/1 2-way
  s[v[t]] = 1; // expect: store 1/1
  Stride w = v;
  w += Stride(6, 1);
  s[w(t)] = 1;              // expect: store 8/1 8-way
  s[w[t]] = 1;              // expect: store 4/1 4-way
  s[(v * 2)(t)] = 1;        // expect: store 4/1 4-way
  s[(v + w)[t]] = 1;        // expect: store 1/1
  s[Stride{16, 1}(t)] = 1;  // expect: store 16/1 16-way
  s[Stride(1)(t)] = 1;      // expect: store 1/1
  s[Stride()(t)] = 1;       // expect: store 1/1
  s[t * Stride(4)] = 1;     // expect: store 4/1 4-way
  s[Stride::scale(t)] = 1;  // expect: store 16/1 16-way
  s[Stride::pitch * t] = 1; // expect: store 32/1 32-way
  s[Stride(1).set(8)(t)] = 1; // expect: store 8/1 8-way
  w = Stride(w.y, w.x);
  s[w(t)] = 1; // expect: store 4/1 4-way
  s[w[t]] = 1; // expect: store 8/1 8-way
  (w = v).set(16);
  s[w(t)] = 1; // expect: store 16/1 16-way
  s[v(t)] = 1; // expect: store 2/1 2-way
}

struct Defaults {
  int a = 4;
  int b{a * 2};
};
struct Base {
  int stride;
  __device__ int at(int i) const { return i * stride; }
};
struct Derived : Base {
  int offset;
  __device__ Derived(int stride, int offset) : Base{stride}, offset(offset) {}
  __device__ int from(int i) const { return at(i) + offset; }
};
struct Both : Defaults, Base {};
template <class D> struct Crtp {
  __device__ int index(int i) const {
    return static_cast<const D *>(this)->scaled(i) * 2;
  }
  __device__ int other(int i) { return static_cast<D &>(*this).scaled(i); }
};
struct Scaled : Defaults, Crtp<Scaled> {
  int k;
  __device__ Scaled(int k) : k(k) {}
  __device__ int scaled(int i) const { return i * k; }
};

__global__ void bases(float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  Defaults d;
  s[t * d.a] = 1; // expect: store 4/1 4-way
  s[t * d.b] = 1; // expect: store 8/1 8-way
  Defaults listed{2};
  s[t * listed.b] = 1; // expect: store 4/1 4-way
  Derived derived(4, 5);
  s[derived.from(t)] = 1;       // expect: store 4/1 4-way
  s[Derived(3, 1).from(t)] = 1; // expect: store 1/1
  Both both{{1}, {8}};
  s[both.at(t)] = 1;    // expect: store 8/1 8-way
  s[both.b * t] = 1;    // expect: store 2/1 2-way
  Scaled scaled(4);
  s[scaled.index(t)] = 1; // expect: store 8/1 8-way
  s[scaled.other(t)] = 1; // expect: store 4/1 4-way
}

struct Pair {
  int x, y;
};
__device__ Pair pair(int a, int b) { return {a, b}; }
__device__ Pair swapped(Pair p) {
  Pair q;
  q.x = p.y;
  q.y = p.x;
  return q;
}
__device__ Pair either(int lane) {
  if (lane < 16)
    return {1, 2};
  return {3, 4};
}

__global__ void results(float *out, bool c) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  s[pair(3, 4).y * t] = 1; // expect: store 4/1 4-way
  s[pair(3, 4).x * t] = 1; // expect: store 1/1
  auto [p, q] = swapped(pair(2, 8));
  s[p * t] = 1; // expect: store 8/1 8-way
  s[q * t] = 1; // expect: store 2/1 2-way
  Pair e = either(t);
  s[e.x * 32 + t] = 1;              // expect: store 1/1
  s[e.y * 32 * (t % 16)] = 1;       // expect: store 24/1 24-way
  Pair f = t < 16 ? pair(1, 2) : pair(33, 4);
  s[f.x * t] = 1; // expect: store 1/1
  Pair g = c ? pair(1, 32) : pair(1, 64);
  s[g.x * t] = 1; // expect: store 1/1
  s[g.y * t] = 1; // expect: store 32/1 32-way
  Pair many[2] = {pair(1, 2), {4, 8}};
  s[many[1].x * t] = 1; // expect: store 4/1 4-way
  many[0] = many[1];
  s[many[0].y * t] = 1; // expect: store 8/1 8-way
  e = f = pair(5, 32);
  s[e.x * t] = 1; // expect: store 1/1
  s[f.y * t] = 1; // expect: store 32/1 32-way
}

template <typename T> struct SharedMemory {
  __device__ operator T *() {
    extern __shared__ int memory[];
    return (T *)memory;
  }
  __device__ operator const T *() const {
    extern __shared__ int memory[];
    return (T *)memory;
  }
  __device__ T *getPointer() {
    extern __shared__ int memory[];
    return (T *)memory;
  }
};
template <class T> struct Accumulator {
  volatile T *p;
  __device__ Accumulator(volatile T *p) : p(p) {}
  __device__ void operator+=(T x) {
    *p = *p + x; // expect: store 2/1 2-way, load 2/1 2-way
  }
  __device__ operator T() const {
    return *p; // expect: load 2/1 2-way
  }
};

__global__ void conversions(float *out) {
  int t = threadIdx.x;
  SharedMemory<volatile float> memory;
  volatile float *f = memory;
  f[t * 2] = 1; // expect: store 2/1 2-way
  volatile double *g = SharedMemory<volatile double>();
  g[t] = 1; // expect: store 2/2
  const volatile float *h = static_cast<const SharedMemory<volatile float> &>(memory);
  out[t] = h[t * 16]; // expect: load 16/1 16-way
  SharedMemory<volatile float>().getPointer()[t * 32] = 1; // expect: store 32/1 32-way
  Accumulator<float> sum(&f[t * 2]);
  sum += 1;
  out[t] = sum;
}

struct Declared {
  int x;
  __device__ Declared(int x) : x(x) {}
  __device__ void change();
  __device__ int get() const;
};
struct Shape {
  int x;
  __device__ virtual int at(int i) { return i * x; }
};
struct Wide : Shape {
  __device__ int at(int i) override { return i * 32; }
};
__device__ int atOf(Shape &shape, int i) { return shape.at(i); }

__global__ void unseen(float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  Declared d(2);
  s[d.get() * t] = 1; // expect: unknown store unknown-call
  s[d.x * t] = 1;     // expect: store 2/1 2-way
  d.change();
  s[d.x * t] = 1; // expect: unknown store unknown-call
  Wide wide;
  wide.x = 1;
  s[atOf(wide, t)] = 1;      // expect: unknown store unknown-call
  s[wide.Shape::at(t)] = 1;  // expect: unknown store unknown-call
}

void launch(float *out, bool c) {
  operators<<<1, 32>>>(out);
  bases<<<1, 32>>>(out);
  results<<<1, 32>>>(out, c);
  conversions<<<1, 32, 8192>>>(out);
  unseen<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "operators"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: "v.x" = 2
// PROGRAM-NEXT: "v.y" = 3
// PROGRAM-NEXT: [[V0:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = [[V0]] * "v.x"
// PROGRAM-NEXT: store 4 &s[i64([[V1]])] volatile array s
// PROGRAM-NEXT: [[V2:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = [[V2]] * "v.y"
// PROGRAM-NEXT: store 4 &s[i64([[V3]])] volatile array s
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = "v.x"
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = "v.y"
// PROGRAM-NEXT: "w.x" = [[V4]]
// PROGRAM-NEXT: "w.y" = [[V5]]
// PROGRAM-NEXT: [[V6:"\.x"#[0-9]+]] = 6
// PROGRAM-NEXT: [[V7:"\.y"#[0-9]+]] = 1
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = "w.x" + [[V6]]
// PROGRAM-NEXT: "w.x" = [[V8]]
// PROGRAM-NEXT: [[V9:""#[0-9]+]] = "w.y" + [[V7]]
// PROGRAM-NEXT: "w.y" = [[V9]]
// PROGRAM-NEXT: [[V10:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V11:""#[0-9]+]] = [[V10]] * "w.x"
// PROGRAM-NEXT: store 4 &s[i64([[V11]])] volatile array s
// PROGRAM-NEXT: [[V12:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V13:""#[0-9]+]] = [[V12]] * "w.y"
// PROGRAM-NEXT: store 4 &s[i64([[V13]])] volatile array s
// PROGRAM-NEXT: [[V14:x#[0-9]+]] = "v.x" * 2
// PROGRAM-NEXT: [[V15:""#[0-9]+]] = [[V14]]
// PROGRAM-NEXT: [[V16:"\.x"#[0-9]+]] = [[V15]]
// PROGRAM-NEXT: [[V17:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V17]] * [[V16]])] volatile array s
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = "v.y"
// PROGRAM-NEXT: "a.y" = [[V18]]
// PROGRAM-NEXT: [[V19:""#[0-9]+]] = "w.y"
// PROGRAM-NEXT: "b.y" = [[V19]]
// PROGRAM-NEXT: [[V20:y#[0-9]+]] = "a.y" + "b.y"
// PROGRAM-NEXT: [[V21:""#[0-9]+]] = [[V20]]
// PROGRAM-NEXT: [[V22:"\.y"#[0-9]+]] = [[V21]]
// PROGRAM-NEXT: [[V23:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V23]] * [[V22]])] volatile array s
// PROGRAM-NEXT: [[V24:"\.x"#[0-9]+]] = 16
// PROGRAM-NEXT: [[V25:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V25]] * [[V24]])] volatile array s
// PROGRAM-NEXT: [[V26:"\.x"#[0-9]+]] = 1
// PROGRAM-NEXT: [[V27:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V27]] * [[V26]])] volatile array s
// PROGRAM-NEXT: [[V28:"\.x"#[0-9]+]] = 0
// PROGRAM-NEXT: [[V29:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V29]] * [[V28]])] volatile array s
// PROGRAM-NEXT: [[V30:"\.x"#[0-9]+]] = 4
// PROGRAM-NEXT: store 4 &s[i64(t * [[V30]])] volatile array s
// PROGRAM-NEXT: [[V31:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V31]] * 16)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(32 * t)] volatile array s
// PROGRAM-NEXT: [[V32:"\.x"#[0-9]+]] = 1
// PROGRAM-NEXT: [[V32]] = 8
// PROGRAM-NEXT: [[V33:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V33]] * [[V32]])] volatile array s
// PROGRAM-NEXT: [[V34:x#[0-9]+]] = "w.y"
// PROGRAM-NEXT: [[V35:y#[0-9]+]] = "w.x"
// PROGRAM-NEXT: [[V36:""#[0-9]+]] = [[V34]]
// PROGRAM-NEXT: [[V37:"\.x"#[0-9]+]] = [[V36]]
// PROGRAM-NEXT: [[V38:""#[0-9]+]] = [[V35]]
// PROGRAM-NEXT: [[V39:"\.y"#[0-9]+]] = [[V38]]
// PROGRAM-NEXT: [[V40:""#[0-9]+]] = [[V37]]
// PROGRAM-NEXT: [[V41:""#[0-9]+]] = [[V39]]
// PROGRAM-NEXT: "w.x" = [[V40]]
// PROGRAM-NEXT: "w.y" = [[V41]]
// PROGRAM-NEXT: [[V42:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V43:""#[0-9]+]] = [[V42]] * "w.x"
// PROGRAM-NEXT: store 4 &s[i64([[V43]])] volatile array s
// PROGRAM-NEXT: [[V44:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V45:""#[0-9]+]] = [[V44]] * "w.y"
// PROGRAM-NEXT: store 4 &s[i64([[V45]])] volatile array s
// PROGRAM-NEXT: [[V46:""#[0-9]+]] = "v.x"
// PROGRAM-NEXT: [[V47:""#[0-9]+]] = "v.y"
// PROGRAM-NEXT: "w.x" = [[V46]]
// PROGRAM-NEXT: "w.y" = [[V47]]
// PROGRAM-NEXT: "w.x" = 16
// PROGRAM-NEXT: [[V48:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V49:""#[0-9]+]] = [[V48]] * "w.x"
// PROGRAM-NEXT: store 4 &s[i64([[V49]])] volatile array s
// PROGRAM-NEXT: [[V50:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V51:""#[0-9]+]] = [[V50]] * "v.x"
// PROGRAM-NEXT: store 4 &s[i64([[V51]])] volatile array s
// PROGRAM-NEXT: }
