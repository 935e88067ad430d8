// Lambdas and function objects keep what they captured.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct Offset {
  int stride;
  __device__ int operator()(int i) const { return i * stride; }
};
struct Accessor {
  float *base;
  int pitch;
  __device__ float &at(int row, int column) { return base[row * pitch + column]; }
};
template <typename F> __device__ int apply(F f, int i) { return f(i); }

__global__ void lambdas(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int stride = 4;
  auto scaled = [=](int i) { return i * stride; };
  s[scaled(t)] = 1; // expect: upper-bound store 4/1 4-way
  auto store = [&](int i, float v) {
    s[i] = v; // expect: store 32/1 32-way
  };
  store(t, 1);
  store(t * 32, 1);
  auto generic = [](auto i) { return i * 8; };
  s[generic(t)] = 1;        // expect: store 8/1 8-way
  s[apply(scaled, t)] = 1;  // expect: store 4/1 4-way
  int k = t;
  auto change = [&] { k *= 2; };
  change();
  s[k] = 1;                               // expect: store 2/1 2-way
  s[([](int i) { return 31 - i; })(t)] = 1; // expect: store 1/1
}

struct Pitches {
  int rows, columns;
};
// Arguments that a lambda captures keep their values unless it changes them.
__global__ void capturesArguments(Pitches read, Pitches changed) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  auto reads = [&] { return read.columns; };
  s[t * read.rows] = 1; // expect: store 4/1 4-way
  s[t * reads()] = 1;   // expect: store 8/1 8-way
  auto changes = [&] { changed.columns *= 2; };
  changes();
  s[t * changed.columns] = 1; // expect: depends store 32/1 32-way
}

__global__ void objects(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  Offset offset{2};
  s[offset(t)] = 1;           // expect: upper-bound store 2/1 2-way
  s[Offset{32}(t)] = 1;       // expect: upper-bound store 32/1 32-way
  s[apply(offset, t)] = 1;    // expect: store 2/1 2-way
  Accessor accessor{s, 32};
  accessor.at(t, 0) = 1; // expect: store 32/1 32-way
  accessor.at(0, t) = 1; // expect: store 1/1
  accessor.pitch = 33;
  accessor.at(t, 0) = 1; // expect: store 1/1
}

struct Grid {
  volatile float *base;
  int pitch;
  __device__ void run(int t) {
    auto bySelf = [this](int i) {
      base[i * pitch] = 1; // expect: store 1/1
    };
    auto byCopy = [*this](int i) {
      base[i * pitch] = 1; // expect: store 8/1 8-way
    };
    pitch = 1;
    byCopy(t);
    bySelf(t);
    auto index = [=, this](int i) { return i * pitch * 4; };
    base[index(t)] = 1; // expect: store 4/1 4-way
  }
};
template <class F> struct Scaled {
  F f;
  int n;
  __device__ Scaled(F f, int n) : f(f), n(n) {}
  __device__ int operator()(int i) const { return f(i) * n; }
};
__device__ int sum(const int &a, const int &b) { return a + b; }

__global__ void captures(float *out) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  int k = t * 2;
  auto then = [k] { return k; };
  auto now = [&k] { return k; };
  k = t * 4;
  s[then()] = 1; // expect: store 2/1 2-way
  s[now()] = 1;  // expect: store 4/1 4-way
  auto counting = [n = t * 8](int i) mutable { return n += i; };
  s[counting(t * 8)] = 1; // expect: store 16/1 16-way
  s[counting(t * 8)] = 1; // expect: store 8/1 8-way
  volatile float *base = s + t * 4;
  auto through = [base](int i) {
    base[i] = 1; // expect: store 4/1 4-way
  };
  base = nullptr;
  through(1);
  auto row = [&](int r) -> volatile float * { return s + r * 32; };
  *row(t) = 1; // expect: store 32/1 32-way
  auto cell = [&](int i) -> volatile float & { return s[i * 2]; };
  cell(t) = 1; // expect: store 2/1 2-way
  auto compose = [](auto f, auto g) {
    return [=](int i) { return f(g(i)); };
  };
  auto eight = compose([](int i) { return i * 2; }, [](int i) { return i * 4; });
  s[eight(t)] = 1; // expect: store 8/1 8-way
  Scaled scaled([t](int i) { return i + t; }, 2);
  s[scaled(t)] = 1; // expect: store 4/1 4-way
  auto power = [&](auto &&self, int n) -> int {
    return n == 0 ? t : 2 * self(self, n - 1);
  };
  s[power(power, 3)] = 1; // expect: store 8/1 8-way
  int total = 0;
  auto add = [&total](int i) { total += i; };
  add(t);
  add(t);
  s[total] = 1; // expect: store 2/1 2-way
  auto early = [=]() {
    if (t > 15)
      return 0;
    return t * 2;
  };
  s[early()] = 1; // expect: store 1/1
  auto nested = [&] { return [=] { return sum(t, total); }(); };
  s[nested()] = 1; // expect: store 1/1
  auto copy = nested;
  total = t * 7;
  s[copy()] = 1; // expect: store 8/1 8-way
  Grid grid{s, 8};
  grid.run(t);
}

void launch(float *out) {
  captures<<<1, 32>>>(out);
  lambdas<<<1, 32>>>(out);
  capturesArguments<<<1, 32>>>({4, 8}, {4, 8});
  objects<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "lambdas"
// PROGRAM: "scaled.0" = 4
// PROGRAM: ""#{{[0-9]+}} = i#{{[0-9]+}} * "scaled.0"
// PROGRAM: store 4 &s[i64(""#{{[0-9]+}})] array s
// PROGRAM: region "lambdas::(lambda)" {
// PROGRAM: store 4 &s[i64(i#{{[0-9]+}})] array s
// PROGRAM: k = k * 2
// PROGRAM: store 4 &s[i64(k)] array s
// PROGRAM: i#{{[0-9]+}} = t
// PROGRAM: store 4 &s[i64(31 - i#{{[0-9]+}})] array s
// PROGRAM-LABEL: kernel "captures"
// PROGRAM: k = t#{{[0-9]+}} * 2
// PROGRAM-NEXT: ""#{{[0-9]+}} = k
// PROGRAM-NEXT: "then.0" = ""#{{[0-9]+}}
// PROGRAM-NEXT: k = t#{{[0-9]+}} * 4
// PROGRAM-NEXT: ""#{{[0-9]+}} = "then.0"
// PROGRAM-NEXT: store 4 &s[i64(""#{{[0-9]+}})] volatile array s
// PROGRAM-NEXT: ""#{{[0-9]+}} = k
// PROGRAM-NEXT: store 4 &s[i64(""#{{[0-9]+}})] volatile array s
// PROGRAM-NEXT: ""#{{[0-9]+}} = t#{{[0-9]+}} * 8
// PROGRAM-NEXT: "counting.0" = ""#{{[0-9]+}}
// PROGRAM-NEXT: i#{{[0-9]+}} = t#{{[0-9]+}} * 8
// PROGRAM-NEXT: ""#{{[0-9]+}} = "counting.0" + i#{{[0-9]+}}
// PROGRAM-NEXT: "counting.0" = ""#{{[0-9]+}}
// PROGRAM-NEXT: ""#{{[0-9]+}} = "counting.0"
// PROGRAM-NEXT: store 4 &s[i64(""#{{[0-9]+}})] volatile array s
// PROGRAM: base = &s + u64(i64(t#{{[0-9]+}} * 4) * 4:i64)
// PROGRAM-NEXT: ""#{{[0-9]+}} = base
// PROGRAM-NEXT: "through.0" = ""#{{[0-9]+}}
// PROGRAM-NEXT: base = 0:u64
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: store 4 ("through.0" + 4:u64) volatile
// PROGRAM: total = 0
// PROGRAM-NEXT: [[I5:i#[0-9]+]] = [[T4:t#[0-9]+]]
// PROGRAM-NEXT: total = total + [[I5]]
// PROGRAM-NEXT: [[I6:i#[0-9]+]] = [[T4]]
// PROGRAM-NEXT: total = total + [[I6]]
// PROGRAM-NEXT: store 4 &s[i64(total)] volatile apart array s
// PROGRAM: [[T12:""#[0-9]+]] = "grid.base"
// PROGRAM-NEXT: [[T13:""#[0-9]+]] = "grid.pitch"
// PROGRAM-NEXT: "byCopy.base" = [[T12]]
// PROGRAM-NEXT: "byCopy.pitch" = [[T13]]
// PROGRAM-NEXT: "grid.pitch" = 1
// PROGRAM-NEXT: [[I7:i#[0-9]+]] = [[T14:t#[0-9]+]]
// PROGRAM-NEXT: region "{{.*}}::(lambda)" {
// PROGRAM-NEXT: store 4 ("byCopy.base" + u64(i64([[I7]] * "byCopy.pitch") * 4:i64)) volatile
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[I8:i#[0-9]+]] = [[T14]]
// PROGRAM-NEXT: region "{{.*}}::(lambda)" {
// PROGRAM-NEXT: store 4 ("grid.base" + u64(i64([[I8]] * "grid.pitch") * 4:i64)) volatile
