//===- UnreadVariablesTest.cpp - Variables that nothing needs -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/UnreadVariables.h"
#include "Samples.h"
#include "banklint/Program/AssignedValues.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string bodyOf(const KernelProgram &Program) {
  const std::string Text = toText(Program);
  return Text.substr(Text.find("body "));
}

TEST(UnreadVariablesTest, WhatNothingNeedsGoesWithItsCalls) {
  KernelProgram Program = fromText(R"(kernel "k"
param n : i32
shared s : int 4 [1024] align 4
var used : i32
var by : i32
var unused : i32
var alone : i32
var row : i32
body {
  by = 3
  region "f" {
    unused = by + 1
    region "g" {
      alone = 4
    }
  }
  used = by * 8
  row = i32(threadIdx.y)
  if (n == used) {
    store 4 &s[i64(used)]
  }
}
)");
  removeUnread(Program);
  EXPECT_EQ(bodyOf(Program), R"(body {
  by = 3
  used = by * 8
  row = i32(threadIdx.y)
  if (n == used) {
    store 4 &s[i64(used)]
  }
}
)");
  // What was set is still known.
  const AssignedValues Values(Program);
  EXPECT_EQ(Values.of(2).size(), 1u);
  EXPECT_EQ(Values.of(3).size(), 1u);
}

TEST(UnreadVariablesTest, WhatLoopsMakeOfVariablesSpreads) {
  const KernelProgram Program = fromText(R"(kernel "k"
param n : i32
shared s : int 4 [1024] align 4
var a : i32
var b : i32
var c : i32
var i : i32
body {
  a = 0
  b = 0
  c = 1
  i = 0
  loop test (i < n) {
    store 4 &s[i64(b)]
    b = a
    a = n
    c = c + 1
  }
}
)");
  const AssignedValues Values(Program);
  std::vector<bool> Exprs(Program.Exprs.size());
  std::vector<bool> Variables(Program.Variables.size());
  Values.spread([](const Expr &E) { return E.Kind == ExprKind::Parameter; },
                Exprs, Variables);
  EXPECT_EQ(Variables, (std::vector<bool>{true, true, false, false}));
}

} // namespace
