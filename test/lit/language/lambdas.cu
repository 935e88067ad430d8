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
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: "scaled.0" = 4
// PROGRAM-NEXT: [[V0:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = [[V0]] * "scaled.0"
// PROGRAM-NEXT: store 4 &s[i64([[V1]])] array s
// PROGRAM-NEXT: [[V2:i#[0-9]+]] = t
// PROGRAM-NEXT: region "lambdas::(lambda)" {
// PROGRAM-NEXT: store 4 &s[i64([[V2]])] array s
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V3:i#[0-9]+]] = t * 32
// PROGRAM-NEXT: region "lambdas::(lambda)" {
// PROGRAM-NEXT: store 4 &s[i64([[V3]])] array s
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V4:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V4]] * 8)] array s
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = "scaled.0"
// PROGRAM-NEXT: "f.0" = [[V5]]
// PROGRAM-NEXT: [[V6:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V7:i#[0-9]+]] = [[V6]]
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = [[V7]] * "f.0"
// PROGRAM-NEXT: store 4 &s[i64([[V8]])] array s
// PROGRAM-NEXT: k = t
// PROGRAM-NEXT: k = k * 2
// PROGRAM-NEXT: store 4 &s[i64(k)] array s
// PROGRAM-NEXT: [[V9:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64(31 - [[V9]])] array s
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-LABEL: kernel "captures"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:t#[0-9]+]] = i32(threadIdx.x)
// PROGRAM-NEXT: k = [[V0]] * 2
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = k
// PROGRAM-NEXT: "then.0" = [[V1]]
// PROGRAM-NEXT: k = [[V0]] * 4
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = "then.0"
// PROGRAM-NEXT: store 4 &s[i64([[V2]])] volatile array s
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = k
// PROGRAM-NEXT: store 4 &s[i64([[V3]])] volatile array s
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = [[V0]] * 8
// PROGRAM-NEXT: "counting.0" = [[V4]]
// PROGRAM-NEXT: [[V5:i#[0-9]+]] = [[V0]] * 8
// PROGRAM-NEXT: [[V6:""#[0-9]+]] = "counting.0" + [[V5]]
// PROGRAM-NEXT: "counting.0" = [[V6]]
// PROGRAM-NEXT: [[V7:""#[0-9]+]] = "counting.0"
// PROGRAM-NEXT: store 4 &s[i64([[V7]])] volatile array s
// PROGRAM-NEXT: [[V8:i#[0-9]+]] = [[V0]] * 8
// PROGRAM-NEXT: [[V9:""#[0-9]+]] = "counting.0" + [[V8]]
// PROGRAM-NEXT: "counting.0" = [[V9]]
// PROGRAM-NEXT: [[V10:""#[0-9]+]] = "counting.0"
// PROGRAM-NEXT: store 4 &s[i64([[V10]])] volatile array s
// PROGRAM-NEXT: base = &s + u64(i64([[V0]] * 4) * 4:i64)
// PROGRAM-NEXT: [[V11:""#[0-9]+]] = base
// PROGRAM-NEXT: "through.0" = [[V11]]
// PROGRAM-NEXT: base = 0:u64
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: store 4 ("through.0" + 4:u64) volatile
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: r = [[V0]]
// PROGRAM-NEXT: store 4 (&s + u64(i64(r * 32) * 4:i64)) volatile
// PROGRAM-NEXT: [[V12:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V13:""#[0-9]+]] = i64([[V12]] * 2)
// PROGRAM-NEXT: store 4 &s{{\[}}[[V13]]] volatile array s
// PROGRAM-NEXT: [[V14:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V15:i#[0-9]+]] = [[V14]]
// PROGRAM-NEXT: [[V16:i#[0-9]+]] = [[V15]] * 4
// PROGRAM-NEXT: store 4 &s[i64([[V16]] * 2)] volatile apart array s
// PROGRAM-NEXT: [[V17:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: "f.0" = [[V17]]
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = "f.0"
// PROGRAM-NEXT: "scaled.f" = [[V18]]
// PROGRAM-NEXT: "scaled.n" = 2
// PROGRAM-NEXT: [[V19:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V20:i#[0-9]+]] = [[V19]]
// PROGRAM-NEXT: [[V21:""#[0-9]+]] = [[V20]] + "scaled.f"
// PROGRAM-NEXT: [[V22:""#[0-9]+]] = [[V21]] * "scaled.n"
// PROGRAM-NEXT: store 4 &s[i64([[V22]])] volatile array s
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V23:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V24:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V25:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (true) {
// PROGRAM-NEXT: [[V26:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V27:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V28:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V29:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V30:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V31:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V32:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V33:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V34:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V35:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V36:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V37:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V38:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V39:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V40:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V41:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V42:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V43:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V44:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V45:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if (false) {
// PROGRAM-NEXT: [[V46:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[V0]] = opaque<recursion>("changed by a call", divergent):i32
// PROGRAM-NEXT: [[V0]] = opaque<recursion>("changed by a call", divergent):i32
// PROGRAM-NEXT: [[V46]] = 2 * opaque<recursion>("calls of 'operator()' are nested too deeply", divergent):i32
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V45]] = 2 * [[V46]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V44]] = 2 * [[V45]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V43]] = 2 * [[V44]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V42]] = 2 * [[V43]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V41]] = 2 * [[V42]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V40]] = 2 * [[V41]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V39]] = 2 * [[V40]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V38]] = 2 * [[V39]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V37]] = 2 * [[V38]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V36]] = 2 * [[V37]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V35]] = 2 * [[V36]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V34]] = 2 * [[V35]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V33]] = 2 * [[V34]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V32]] = 2 * [[V33]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V31]] = 2 * [[V32]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V30]] = 2 * [[V31]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V29]] = 2 * [[V30]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V28]] = 2 * [[V29]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V27]] = 2 * [[V28]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V26]] = 2 * [[V27]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V25]] = 2 * [[V26]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V24]] = 2 * [[V25]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V23]] = 2 * [[V24]]
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: store 4 &s[i64([[V23]])] volatile apart array s
// PROGRAM-NEXT: total = 0
// PROGRAM-NEXT: [[V47:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: total = total + [[V47]]
// PROGRAM-NEXT: [[V48:i#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: total = total + [[V48]]
// PROGRAM-NEXT: store 4 &s[i64(total)] volatile apart array s
// PROGRAM-NEXT: [[V49:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: "early.0" = [[V49]]
// PROGRAM-NEXT: region "captures::(lambda)" {
// PROGRAM-NEXT: if ("early.0" > 15) {
// PROGRAM-NEXT: [[V50:""#[0-9]+]] = 0
// PROGRAM-NEXT: return
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V50]] = "early.0" * 2
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: store 4 &s[i64([[V50]])] volatile array s
// PROGRAM-NEXT: [[V51:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V52:"\.0"#[0-9]+]] = [[V51]]
// PROGRAM-NEXT: [[V53:""#[0-9]+]] = total
// PROGRAM-NEXT: [[V54:"\.4"#[0-9]+]] = [[V53]]
// PROGRAM-NEXT: [[V55:""#[0-9]+]] = [[V52]] + [[V54]]
// PROGRAM-NEXT: store 4 &s[i64([[V55]])] volatile array s
// PROGRAM-NEXT: total = [[V0]] * 7
// PROGRAM-NEXT: [[V56:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V57:"\.0"#[0-9]+]] = [[V56]]
// PROGRAM-NEXT: [[V58:""#[0-9]+]] = total
// PROGRAM-NEXT: [[V59:"\.4"#[0-9]+]] = [[V58]]
// PROGRAM-NEXT: [[V60:""#[0-9]+]] = [[V57]] + [[V59]]
// PROGRAM-NEXT: store 4 &s[i64([[V60]])] volatile array s
// PROGRAM-NEXT: [[V61:""#[0-9]+]] = &s
// PROGRAM-NEXT: "grid.base" = [[V61]]
// PROGRAM-NEXT: "grid.pitch" = 8
// PROGRAM-NEXT: [[V62:t#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: region "run" {
// PROGRAM-NEXT: [[V63:""#[0-9]+]] = "grid.base"
// PROGRAM-NEXT: [[V64:""#[0-9]+]] = "grid.pitch"
// PROGRAM-NEXT: "byCopy.base" = [[V63]]
// PROGRAM-NEXT: "byCopy.pitch" = [[V64]]
// PROGRAM-NEXT: "grid.pitch" = 1
// PROGRAM-NEXT: [[V65:i#[0-9]+]] = [[V62]]
// PROGRAM-NEXT: region "run::(lambda)" {
// PROGRAM-NEXT: store 4 ("byCopy.base" + u64(i64([[V65]] * "byCopy.pitch") * 4:i64)) volatile
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V66:i#[0-9]+]] = [[V62]]
// PROGRAM-NEXT: region "run::(lambda)" {
// PROGRAM-NEXT: store 4 ("grid.base" + u64(i64([[V66]] * "grid.pitch") * 4:i64)) volatile
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: [[V67:i#[0-9]+]] = [[V62]]
// PROGRAM-NEXT: [[V68:""#[0-9]+]] = ([[V67]] * "grid.pitch") * 4
// PROGRAM-NEXT: store 4 ("grid.base" + u64(i64([[V68]]) * 4:i64)) volatile
// PROGRAM-NEXT: {{^ *}}}
// PROGRAM-NEXT: {{^ *}}}
