//===- LoweringTest.cpp - What device code is lowered to ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

struct Case {
  /// The body of a kernel with the parameters 'n' and 'm', both int, and the
  /// shared arrays 's' of 1024 int and 'tile' of 32 rows of 33 float.
  const char *Code;
  const char *Lowered;
};

/// \p Outside stands before the kernel.
void expect(llvm::ArrayRef<Case> Cases, llvm::StringRef Outside = "") {
  for (const Case &C : Cases) {
    const std::string Code = (llvm::Twine(Outside) + R"(
      __global__ void k(int n, int m) {
        __shared__ int s[1024];
        __shared__ float tile[32][33];
      )" + C.Code + "}")
                                 .str();
    EXPECT_EQ(lowerBody(Code), C.Lowered) << C.Code;
  }
}

TEST(Lowering, Conversions) {
  expect({
      // The index of a subscript is an i64; signs are kept.
      {"s[threadIdx.x + n] = 1;",
       "store 4 &s[i64(threadIdx.x + u32(n))] array s\n"},
      {"s[n - 1] = 1;", "store 4 &s[i64(n - 1)] array s\n"},
      {"unsigned char c = n; s[c << 3] = 1;",
       "c = u8(n)\n"
       "store 4 &s[i64(i32(c) << 3)] array s\n"},
      {"bool b = n; s[b + n] = 1;", "b = n != 0\n"
                                    "store 4 &s[i64(i32(b) + n)] array s\n"},
      {"long long w = threadIdx.x; s[w / 2] = 1;",
       "w = i64(threadIdx.x)\n"
       "store 4 &s[w / 2:i64] array s\n"},
      {"s[(unsigned short)(n * 4) % 7u] = 1;",
       "store 4 &s[i64(u32(u16(n * 4)) % 7:u32)] array s\n"},
      // A compound assignment computes in the common type.
      {"unsigned char c = n; c += n; s[c] = 1;",
       "c = u8(n)\n"
       "c = u8(i32(c) + n)\n"
       "store 4 &s[i64(c)] array s\n"},
      {"int i = n; i += threadIdx.x; s[i] = 1;",
       "i = n\n"
       "i = i32(u32(i) + threadIdx.x)\n"
       "store 4 &s[i64(i)] array s\n"},
  });
}

TEST(Lowering, OrderOfEffects) {
  expect({
      // The right side of an assignment comes first.
      {"int i = n; s[i++] = i;", "i = n\n"
                                 "\"\" = i\n"
                                 "i = \"\" + 1\n"
                                 "store 4 &s[i64(\"\")] array s\n"},
      {"s[n] = s[m];", "load 4 &s[i64(m)] array s\n"
                       "store 4 &s[i64(n)] array s\n"},
      {"s[n] += s[m];", "load 4 &s[i64(m)] array s\n"
                        "load 4 &s[i64(n)] array s\n"
                        "store 4 &s[i64(n)] array s\n"},
      {"s[n]++;", "load 4 &s[i64(n)] array s\n"
                  "store 4 &s[i64(n)] array s\n"},
      // Nothing is loaded where nothing is evaluated.
      {"int i = sizeof(s[n]); s[i] = 1;", "store 4 &s[4:i64] array s\n"},
  });
}

TEST(Lowering, ShortCircuit) {
  expect({
      {"if (n > 0 && s[n]) s[0] = 1;",
       "\"\" = n > 0\n"
       "if (\"\") {\n"
       "  load 4 &s[i64(n)] array s\n"
       "  \"\" = opaque<data-dependent-index>(\"loaded from 's[n]'\", name "
       "\"s[n]\", &s[i64(n)]):i32 != 0\n"
       "}\n"
       "if (\"\") {\n"
       "  store 4 &s[0:i64] array s\n"
       "}\n"},
      // Without accesses, it is an operator.
      {"if (n > 0 || m > 0) s[0] = 1;", "if ((n > 0) || (m > 0)) {\n"
                                        "  store 4 &s[0:i64] array s\n"
                                        "}\n"},
      // Something may have a reference to the parameters.
      {"s[n > 0 ? n : m] = 1;",
       "n#4 = n#0\n"
       "m#5 = m#1\n"
       "store 4 &s[i64((n#4 > 0) ? n#4 : m#5)] array s\n"},
  });
}

TEST(Lowering, Pointers) {
  expect({
      {"int *p = s + n; *p = 1; p[m] = 2;",
       "p = &s + u64(i64(n) * 4:i64)\n"
       "store 4 p\n"
       "store 4 (p + u64(i64(m) * 4:i64))\n"},
      {"float *row = tile[n]; row[m] = 1;",
       "row = &tile[i64(n)]\n"
       "store 4 (row + u64(i64(m) * 4:i64))\n"},
      {"float(*rows)[33] = tile; rows[n][m] = 1;",
       "rows = &tile\n"
       "store 4 ((rows + u64(i64(n) * 132:i64)) + u64(i64(m) * 4:i64))\n"},
      {"int *p = &s[n]; int *q = p + 3; s[q - p] = 1;",
       "p = &s[i64(n)]\n"
       "q = p + 12:u64\n"
       "store 4 &s[i64(q - p) / 4:i64] array s\n"},
      {"((double *)s)[n] = 1;", "store 8 (&s + u64(i64(n) * 8:i64))\n"},
      {"float &r = tile[n][m]; r = 1;",
       "\"\"#4 = i64(n)\n"
       "\"\"#5 = i64(m)\n"
       "store 4 &tile[\"\"#4][\"\"#5] array tile\n"},
  });
}

TEST(Lowering, Loops) {
  expect({
      {"for (int i = n; i < m; i += 2) s[i] = 1;",
       "i = n\n"
       "loop name i test (i < m) {\n"
       "  store 4 &s[i64(i)] array s\n"
       "} step {\n"
       "  i = i + 2\n"
       "}\n"},
      {"int i = n; do { if (i == m) continue; s[i] = 1; } while (--i);",
       "i = n\n"
       "loop untested peelable {\n"
       "  i = i - 1\n"
       "} test (i != 0) {\n"
       "  if (i == m) {\n"
       "    continue\n"
       "  }\n"
       "  store 4 &s[i64(i)] array s\n"
       "}\n"},
      {"while (true) { if (n) break; __syncthreads(); }\ns[0] = 1;",
       "loop test (true) {\n"
       "  if (n != 0) {\n"
       "    break\n"
       "  }\n"
       "  barrier\n"
       "}\n"
       "store 4 &s[0:i64] array s\n"},
      {"#pragma unroll 2 * 3\nfor (int i = 0; i < 4; ++i) s[i] = 1;",
       "i = 0\n"
       "loop name i unroll 6 test (i < 4) {\n"
       "  store 4 &s[i64(i)] array s\n"
       "} step {\n"
       "  i = i + 1\n"
       "}\n"},
      {"#pragma unroll\nfor (int i = 0; i < 4; ++i) s[i] = 1;",
       "i = 0\n"
       "loop name i unroll test (i < 4) {\n"
       "  store 4 &s[i64(i)] array s\n"
       "} step {\n"
       "  i = i + 1\n"
       "}\n"},
  });
}

TEST(Lowering, PragmasAskForTheLoopBehindThem) {
  expect({
      {"#pragma unroll\nfor (float &f : tile[0])\n"
       "for (int i = 0; i < n; ++i) s[i] = 1;",
       "\"\" = 0:i64\n"
       "loop unroll nested test (\"\" < 33:i64) {\n"
       "  i = 0\n"
       "  loop name i test (i < n) {\n"
       "    store 4 &s[i64(i)] array s\n"
       "  } step {\n"
       "    i = i + 1\n"
       "  }\n"
       "} step {\n"
       "  \"\" = \"\" + 1:i64\n"
       "}\n"},
  });
  // A loop over an object's iterators, and one whose range calls a loop.
  expect(
      {
          {"#pragma unroll\nfor (int v : Numbers{})\n"
           "for (int i = 0; i < n; ++i) s[i] = 1;",
           "__begin1 = 0:u64\n"
           "loop unroll nested test (__begin1 != 0:u64) {\n"
           "  i = 0\n"
           "  loop name i test (i < n) {\n"
           "    store 4 &s[i64(i)] array s\n"
           "  } step {\n"
           "    i = i + 1\n"
           "  }\n"
           "} step {\n"
           "  __begin1 = __begin1 + 4:u64\n"
           "}\n"},
          {"#pragma unroll 1\nfor (int v : numbers()) s[v] = 1;",
           "region \"numbers\" {\n"
           "  i = 0\n"
           "  loop name i test (i < 9) {\n"
           "  } step {\n"
           "    i = i + 1\n"
           "  }\n"
           "}\n"
           "__begin1 = 0:u64\n"
           "loop rolled test (__begin1 != 0:u64) {\n"
           "  v = opaque<data-dependent-index>(\"read from memory through "
           "':'\", name \":\", __begin1):i32\n"
           "  store 4 &s[i64(v)] array s\n"
           "} step {\n"
           "  __begin1 = __begin1 + 4:u64\n"
           "}\n"},
      },
      R"(
    struct Numbers {
      __device__ int *begin() const { return nullptr; }
      __device__ int *end() const { return nullptr; }
    };
    __device__ Numbers numbers() {
      for (int i = 0; i < 9; ++i);
      return Numbers{};
    })");
}

TEST(Lowering, Switches) {
  expect({
      {"switch (n) { case 1: s[1] = 1; case 2 ... 3: s[2] = 1; break; "
       "default: s[3] = 1; }",
       "switch (n) {\n"
       "  case 1: {\n"
       "    store 4 &s[1:i64] array s\n"
       "  }\n"
       "  case 2, 3: {\n"
       "    store 4 &s[2:i64] array s\n"
       "    break\n"
       "  }\n"
       "  default: {\n"
       "    store 4 &s[3:i64] array s\n"
       "  }\n"
       "}\n"},
  });
}

TEST(Lowering, Calls) {
  expect(
      {
          {"s[twice(n)] = 1;", "i = n\n"
                               "store 4 &s[i64(i * 2)] array s\n"},
          // A reference is the variable itself.
          {"int i = n; next(i); s[i] = 1;", "i = n\n"
                                            "i = i + 1\n"
                                            "store 4 &s[i64(i)] array s\n"},
          // What is not seen may change what it gets a reference to.
          {"int i = n; unseen(i); s[i] = 1;",
           "i = n\n"
           "i = opaque<unknown-call>(\"changed by a call\", divergent):i32\n"
           "store 4 &s[i64(i)] apart array s\n"},
          {"int w = n; auto by = [&](int d) { return w * d; }; s[by(4)] = 1;",
           "w = n\n"
           "\"\" = w * 4\n"
           "store 4 &s[i64(\"\")] array s\n"},
      },
      "__device__ int twice(int i) { return i * 2; }\n"
      "__device__ void next(int &i) { ++i; }\n"
      "__device__ void unseen(int &i);\n");
}

TEST(Lowering, Structs) {
  expect(
      {
          {"pairs[n].b = 1;",
           "store 8 &pairs[i64(n)].bytes(8:i64) array pairs\n"},
          {"Pair local{n, 2}; s[local.a] = 1;",
           "n#4 = n#0\n"
           "\"\" = n#4\n"
           "\"local.a\" = \"\"\n"
           "store 4 &s[i64(\"local.a\")] array s\n"},
          // A copy moves the bytes that something uses.
          {"Pair local = pairs[n];",
           "load 8 &pairs[i64(n)] pieces 2 sinks by P3 by U1 array pairs\n"},
      },
      "struct alignas(16) Pair { int a; double b; };\n"
      "__shared__ Pair pairs[32];\n");
}

TEST(Lowering, AtomicsAndBarriers) {
  expect({
      {"atomicAdd(&s[n], 1);", "atomic-count 4 &s[i64(n)] apart array s\n"},
      {"atomicAdd(&s[n], m);", "atomic 4 &s[i64(n)] apart array s\n"},
      {"atomicCAS(&s[n], 0, 1);", "atomic-cas 4 &s[i64(n)] apart array s\n"},
      {"s[n] = 1; __syncthreads(); s[m] = 2;", "store 4 &s[i64(n)] array s\n"
                                               "barrier\n"
                                               "store 4 &s[i64(m)] array s\n"},
  });
}

TEST(Lowering, InlineAssembly) {
  expect({
      {"asm volatile(\"st.shared.u32 [%0], %1;\" :: "
       "\"l\"(__cvta_generic_to_shared(&s[n])), \"r\"(m));",
       "store 4 &s[i64(n)] window\n"},
      {"unsigned x; asm(\"mov.u32 %0, %%tid.y;\" : \"=r\"(x)); s[x] = 1;",
       "x = threadIdx.y\n"
       "store 4 &s[i64(x)] array s\n"},
  });
}

TEST(Lowering, NotUnderstood) {
  expect(
      {
          {"s[data[n]] = 1;",
           "store 4 &s[i64(opaque<data-dependent-index>(\"read from 'data'\", "
           "name \"data[n]\", i64(n) * 4:i64):i32)] array s\n"},
          {"s[undeclared] = 1;",
           "store 4 opaque<parse-error>(\"use of undeclared identifier "
           "'undeclared'\", divergent):u64 array s\n"},
          {"n = lib::next(n); s[n] = 1;",
           "n#4 = n#0\n"
           "n#4 = opaque<parse-error>(\"an expression that does not parse\", "
           "divergent):i32\n"
           "n#4 = opaque<parse-error>(\"use of undeclared identifier 'lib'\", "
           "divergent):i32\n"
           "store 4 &s[i64(n#4)] apart array s\n"},
      },
      "__device__ int data[64];\n");
}

TEST(Lowering, Declarations) {
  EXPECT_EQ(lower(R"(
    struct Sizes { int rows; const float *in; short pitch; };
    extern __shared__ double pool[];
    template <int N>
    __global__ void __launch_bounds__(128) k(float *out, Sizes sizes,
                                             unsigned char c) {
      alignas(16) __shared__ float rows[N][N + 1];
      rows[sizes.rows][sizes.pitch] = 1;
      pool[c] = 1;
    }
    void launch(float *out, Sizes sizes) {
      k<32><<<dim3(4, 2), dim3(32, 4), 512>>>(out, sizes, 300);
    }
  )"),
            R"(kernel "k<32>"
max_threads 128
param out#0 : -
param sizes : -
param c : u8
param "sizes.rows"#3 : i32
param "sizes.pitch"#4 : i16
shared rows : float 4 [32][33] align 16 order 1
shared pool : double 8 [0] align 8 dynamic
launch block 32,4,1 grid 4,2,1 dynamic 512 args ?,?,44,?,?
var out#7 : u64
var "sizes.rows"#8 : i32
var "sizes.in" : u64
var "sizes.pitch"#10 : i16
body {
  "sizes.rows"#8 = "sizes.rows"#3
  "sizes.pitch"#10 = "sizes.pitch"#4
  store 4 &rows[i64("sizes.rows"#8)][i64("sizes.pitch"#10)] array rows
  store 8 &pool[i64(c)] array pool
}
)");
}

} // namespace
