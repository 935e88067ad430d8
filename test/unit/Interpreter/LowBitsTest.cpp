//===- LowBitsTest.cpp - The lowest bits of what is not known -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever number a lane has read, the bits that are said to be known are those
// that C++ computes.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <functional>

using namespace banklint;

namespace {

const std::string Read =
    "opaque<data-dependent-index>(\"read\", divergent):i32";

/// The event of a load of bytes at \p Subscript, where X is what was read.
Event eventAt(std::string Subscript, const std::string &Before = "",
              const std::string &After = "") {
  for (size_t At; (At = Subscript.find('X')) != std::string::npos;)
    Subscript.replace(At, 1, Read);
  return eventOf(Before + "load 4 &a[" + Subscript + "] array a" + After, Warp);
}

/// Bytes of an element of the array a.
constexpr int64_t Element = 4;

void expectBits(const std::string &Subscript, unsigned Count,
                const std::function<int64_t(int64_t X, int64_t T)> &Index) {
  const Event E = eventAt(Subscript);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const KnownBits Bits = E.Address.knownBits(Lane);
    EXPECT_EQ(Bits.Count, Count) << Subscript << " lane " << Lane;
    const uint64_t Mask = (uint64_t(1) << Bits.Count) - 1;
    for (int64_t X : {0, 1, -1, 7, 12345, -98765, 0x7fffffff})
      EXPECT_EQ(Bits.Number & Mask, uint64_t(Index(X, Lane) * Element) & Mask)
          << Subscript << " with " << X << " in lane " << Lane;
  }
}

} // namespace

TEST(LowBits, Operators) {
  const std::string T = "i32(threadIdx.x)";
  expectBits("(X * 32) + " + T, 7,
             [](int64_t X, int64_t T) { return X * 32 + T; });
  expectBits("(X * 96) - (" + T + " * 2)", 7,
             [](int64_t X, int64_t T) { return X * 96 - T * 2; });
  expectBits("(X << 4) | " + T, 6,
             [](int64_t X, int64_t T) { return (X * 16) | T; });
  expectBits("(X << 3) ^ " + T, 5,
             [](int64_t X, int64_t T) { return (X * 8) ^ T; });
  expectBits("(X & -64) + " + T, 8,
             [](int64_t X, int64_t T) { return (X & -64) + T; });
  expectBits("((X * 32) + " + T + ") & 15", 7,
             [](int64_t X, int64_t T) { return (X * 32 + T) & 15; });
  expectBits("((X * 32) + " + T + ") % 16", 6,
             [](int64_t X, int64_t T) { return (X * 32 + T) % 16; });
  expectBits("((X * 128) + (" + T + " * 4)) >> 2", 7,
             [](int64_t X, int64_t T) { return (X * 128 + T * 4) >> 2; });
  expectBits("((X * 8) + 4) * ((X * 16) + 2)", 6, [](int64_t X, int64_t) {
    return int64_t(int32_t(uint32_t(X * 8 + 4) * uint32_t(X * 16 + 2)));
  });
  // Nothing but the element's size.
  expectBits("X + " + T, 2, [](int64_t X, int64_t T) { return X + T; });
  expectBits("(X * 32) / 32", 2, [](int64_t X, int64_t) { return X; });
}

TEST(LowBits, NarrowTypesCutOff) {
  expectBits("i32(u8(X * 1024)) + i32(threadIdx.x)", 8 + 2,
             [](int64_t, int64_t T) { return T; });
}

// A variable that rounds change has other bits in each of them.
TEST(LowBits, LastForARound) {
  const std::string Index = "i = " + Read +
                            " * 32\n"
                            "loop test (opaque<unknown-call>(\"f\"):bool) {\n";
  const auto CountBehind = [&](const std::string &Code) {
    const Event E = eventOf(Index + Code, Warp);
    return E.Address.knownBits(1).Count;
  };
  EXPECT_EQ(CountBehind("load 4 &a[i + i32(threadIdx.x)] array a\n}"), 7u);
  EXPECT_EQ(CountBehind("load 4 &a[i + i32(threadIdx.x)] array a\n"
                        "i = i + i32(threadIdx.x)\n}"),
            2u);
  EXPECT_EQ(CountBehind("i = " + Read +
                        " * 16\n"
                        "load 4 &a[i + i32(threadIdx.x)] array a\n}"),
            6u);
}
