//===- SkippingTest.cpp - What must not be left out -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of which one iteration, far behind the first, differs from the others
// in a way that is not seen from the numbers alone. Each verdict is compared
// with that of a whole execution.
//
//===----------------------------------------------------------------------===//

#include "SweepAgreement.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

struct SkippingCase {
  const char *Name;
  const char *Body;
  std::vector<ArgumentValue> Arguments;
};

const SkippingCase Cases[] = {
    {"Carry by cases of an unknown",
     "i = 0 loop name i test (i < 600) {"
     " store 4 &s[((((n * 512) + i) + (i32(threadIdx.x) & 1)) >> 10) * 16]"
     "} step { i = i + 1 }",
     {}},
    {"Set behind an early return",
     "x = 0 i = 0 loop name i test (i < 200) {"
     " region \"f\" { if ((threadIdx.x & 1:u32) != 0:u32) { return } x = 5 }"
     " if (x > 2000) { store 4 &s[threadIdx.x * 4:u32] }"
     " x = x + (32 * i)"
     "} step { i = i + 1 }",
     {}},
    {"A symbol that another number has, too",
     "x = n / 30 i = 1 loop name i test (i < 60) {"
     " store 4 &s[(i32(threadIdx.x) + 4090) + ((n / i) - x)]"
     "} step { i = i + 1 }",
     {}},
    {"What a cycle does not renew",
     "i = 0 loop name i test (i < n) {"
     " if (((i == 10) || (i == 14)) || (i == 99)) {"
     "  load 4 &s[((i == 14) ? 64 : 0) + (i32(threadIdx.x) * 2)]"
     " }"
     "} step { i = i + 1 }",
     {100}},
    {"A window that an address comes into",
     "i = 0 loop name i test (i < 100) {"
     " store 4 u64(u32(i) * 65536:u32) window"
     "} step { i = i + 1 }",
     {}},
};

std::string describe(const SkippingCase &Case, bool SkipsRepeats) {
  const KernelProgram Program = llvm::cantFail(parseProgram(
      "kernel \"k\" param n : i32 shared s : float 4 [4096] align 16 "
      "var i : i32 var x : i32 body {" +
      std::string(Case.Body) + "}"));
  LaunchConfig Launch;
  Launch.Block = {32, 1, 1};
  Launch.Arguments = Case.Arguments;
  InterpreterBudget Budget;
  Budget.SkipsRepeats = SkipsRepeats;
  return describeVerdicts(Program, Launch, Budget);
}

TEST(Skipping, GivesWhatWholeExecutionsGive) {
  for (const SkippingCase &Case : Cases) {
    const std::string Whole = describe(Case, /*SkipsRepeats=*/false);
    EXPECT_NE(Whole, "") << Case.Name;
    EXPECT_EQ(describe(Case, /*SkipsRepeats=*/true), Whole) << Case.Name;
  }
}

} // namespace
