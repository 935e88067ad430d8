//===- CasesTest.cpp - Values known by cases of an unknown ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each way in which lanes and a shared unknown are mixed: whatever number
// the unknown is, one of the cases must be what C++ says, up to something that
// all lanes share. All numbers that matter are tried.
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"
#include <functional>

using namespace banklint;

namespace {

constexpr unsigned Warp = 3;

/// The subscript of the only access, as warp number Warp has it. Its reason
/// does not outlive the execution; \p Why is what that was.
WarpValue subscriptOf(const std::string &Subscript, unsigned &Events,
                      bool &IsCounted,
                      std::optional<ReasonCode> *Why = nullptr) {
  llvm::Expected<KernelProgram> Program =
      parseProgram("kernel \"k\" param n : i32 param u : u32\n"
                   "shared a : char 1 [4096] align 4 body {\n"
                   "load 1 &a[" +
                   Subscript + "]\n}");
  WarpValue Result;
  if (!Program) {
    ADD_FAILURE() << llvm::toString(Program.takeError());
    return Result;
  }
  LaunchConfig Launch;
  Launch.Block = {128, 1, 1};
  Events = 0;
  execute(*Program, Launch, {}, [&](const AccessEvent &E) {
    if (E.Warp != Warp)
      return true;
    ++Events;
    IsCounted = E.IsCounted && E.IsMaskExact;
    Result = E.Address;
    if (Why && Result.reason())
      *Why = Result.reason()->Code;
    return true;
  });
  return Result;
}

/// True if lanes of \p Value that have the same symbols differ as \p Numbers
/// do.
bool agrees(const WarpValue &Value, const LaneNumbers &Numbers) {
  if (Value.affine() != LaneMask::all() ||
      Value.hasVaryingTerms(LaneMask::all()))
    return false;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    if (uint32_t(Value.base(Lane) - Value.base(0)) !=
        uint32_t(Numbers[Lane] - Numbers[0]))
      return false;
  return true;
}

/// Tries all \p Unknown from \p First to \p Last but 0 where \p SkipsZero.
void expectCases(const std::string &Subscript,
                 const std::function<int64_t(int64_t, int64_t)> &Expected,
                 int64_t First, int64_t Last, unsigned MostCases,
                 bool SkipsZero = false) {
  unsigned Events = 0;
  bool IsCounted = false;
  WarpValue Value = subscriptOf(Subscript, Events, IsCounted);
  ASSERT_EQ(Events, 1u) << Subscript;
  EXPECT_TRUE(IsCounted) << Subscript;
  unsigned Count = Value.cases() ? Value.cases()->Offsets.size() : 1;
  EXPECT_LE(Count, MostCases) << Subscript;
  std::vector<bool> IsUsed(Count);
  for (int64_t Unknown = First; Unknown <= Last; ++Unknown) {
    if (SkipsZero && Unknown == 0)
      continue;
    LaneNumbers Numbers;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Numbers[Lane] = Expected(Warp * WarpSize + Lane, Unknown);
    bool IsFound = false;
    for (unsigned Case = 0; Case != Count; ++Case)
      if (agrees(Value.inCase(Case), Numbers))
        IsFound = IsUsed[Case] = true;
    EXPECT_TRUE(IsFound) << Subscript << " with " << Unknown;
  }
  // No case is there for nothing.
  for (unsigned Case = 0; Case != Count; ++Case)
    EXPECT_TRUE(IsUsed[Case]) << Subscript << " case " << Case;
}

} // namespace

TEST(CasesTest, Bits) {
  expectCases(
      "threadIdx.x & u", [](int64_t T, int64_t U) { return T & U; }, 0, 300,
      32);
  expectCases(
      "threadIdx.x | u", [](int64_t T, int64_t U) { return T | U; }, 0, 300,
      32);
  expectCases(
      "threadIdx.x ^ u", [](int64_t T, int64_t U) { return T ^ U; }, 0, 300,
      32);
  expectCases(
      "i32(threadIdx.x * 8:u32) & n",
      [](int64_t T, int64_t N) { return 8 * T & N; }, -2000, 2000, 32);
  expectCases(
      "(n - 1) ^ i32(threadIdx.x)",
      [](int64_t T, int64_t N) { return (N - 1) ^ T; }, -300, 300, 32);
  // Residues that the unknown can't have are no cases.
  expectCases(
      "i32(threadIdx.x) & ((n * 8) + 4)",
      [](int64_t T, int64_t N) { return T & (N * 8 + 4); }, -300, 300, 4);
}

TEST(CasesTest, Carries) {
  for (int D : {2, 3, 4, 24, 32, 33, 100, 1024}) {
    const std::string By = std::to_string(D);
    expectCases(
        "(i32(threadIdx.x) + n) / " + By,
        [D](int64_t T, int64_t N) { return (T + N) / D; }, -3000, 3000, 128);
    expectCases(
        "(i32(threadIdx.x) - n) % " + By,
        [D](int64_t T, int64_t N) { return (T - N) % D; }, -3000, 3000, 128);
    expectCases(
        "(i32(threadIdx.x) + (n * 4)) / " + By,
        [D](int64_t T, int64_t N) { return (T + N * 4) / D; }, -3000, 3000,
        128);
    // The grid's blocks are never negative.
    expectCases(
        "i32(threadIdx.x + blockIdx.x) % " + By,
        [D](int64_t T, int64_t N) { return (T + N) % D; }, 0, 3000, 33);
  }
  expectCases(
      "(i32(threadIdx.x) + n) >> 3",
      [](int64_t T, int64_t N) { return (T + N) >> 3; }, -300, 300, 8);
  expectCases(
      "(i32(threadIdx.x * 2:u32) + n) & 31",
      [](int64_t T, int64_t N) { return (2 * T + N) & 31; }, -300, 300, 33);
  // The unknown part comes out even: there is but one case.
  expectCases(
      "(i32(threadIdx.x) + (n * 32)) & 31",
      [](int64_t T, int64_t N) { return (T + 32 * N) & 31; }, -300, 300, 1);
}

TEST(CasesTest, Clamps) {
  expectCases(
      "min(i32(threadIdx.x), n)",
      [](int64_t T, int64_t N) { return std::min(T, N); }, -300, 300, 32);
  expectCases(
      "max(n + 3, i32(threadIdx.x))",
      [](int64_t T, int64_t N) { return std::max(T, N + 3); }, -300, 300, 32);
  expectCases(
      "min(i32(threadIdx.x) + n, 7)",
      [](int64_t T, int64_t N) { return std::min(T + N, int64_t(7)); }, -300,
      300, 32);
}

TEST(CasesTest, Divisors) {
  expectCases(
      "i32(threadIdx.x) / n", [](int64_t T, int64_t N) { return T / N; }, -300,
      300, 256,
      /*SkipsZero=*/true);
  expectCases(
      "threadIdx.x % u", [](int64_t T, int64_t N) { return T % N; }, 1, 300,
      128);
  // Both are in the same case.
  expectCases(
      "((threadIdx.x / u) * 7:u32) + (threadIdx.x % u)",
      [](int64_t T, int64_t N) { return T / N * 7 + T % N; }, 1, 300, 128);
  expectCases(
      "threadIdx.x >> u",
      [](int64_t T, int64_t N) { return N < 32 ? T >> N : 0; }, 0, 40, 33);
}

TEST(CasesTest, SeveralUnknowns) {
  // All pairs of cases.
  unsigned Events = 0;
  bool IsCounted = false;
  WarpValue Value = subscriptOf(
      "((threadIdx.x & 3:u32) & u) + ((threadIdx.x & 3:u32) ^ blockIdx.x)",
      Events, IsCounted);
  ASSERT_TRUE(Value.cases());
  EXPECT_EQ(Value.cases()->Offsets.size(), 16u);
  // Too many: not known.
  std::optional<ReasonCode> Why;
  Value = subscriptOf("(threadIdx.x ^ u) + ((threadIdx.x % blockIdx.x) + "
                      "(threadIdx.x ^ gridDim.x))",
                      Events, IsCounted, &Why);
  EXPECT_TRUE(Value.affine().none());
  EXPECT_EQ(Why, ReasonCode::UniformUnknown);
}

TEST(CasesTest, LanesKeepTheirCasesThroughBranches) {
  llvm::Expected<KernelProgram> Program =
      parseProgram("kernel \"k\" param n : i32\n"
                   "shared a : float 4 [4096] align 4 var i : i32 body {\n"
                   "i = i32(threadIdx.x) & n\n"
                   "if (threadIdx.x < 16:u32) { i = 5 }\n"
                   "load 4 &a[i]\n}");
  ASSERT_TRUE(bool(Program));
  LaunchConfig Launch;
  Launch.Block = {32, 1, 1};
  execute(*Program, Launch, {}, [&](const AccessEvent &E) {
    EXPECT_TRUE(E.Address.cases());
    if (!E.Address.cases())
      return false;
    EXPECT_EQ(E.Address.constantLanes(E.Lanes), LaneMask::first(16));
    EXPECT_EQ(E.Address.cases()->Offsets.size(), 32u);
    EXPECT_EQ(E.Address.inCase(31).base(20) - E.Address.inCase(31).base(0),
              (20 - 5) * 4);
    return true;
  });
}
