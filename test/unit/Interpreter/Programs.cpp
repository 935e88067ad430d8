//===- Programs.cpp - Running small programs ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

using namespace banklint;

Outcome banklint::run(const std::string &Body, Dim3 Block,
                      InterpreterBudget Budget) {
  llvm::Expected<KernelProgram> Program =
      parseProgram("kernel \"k\" param n : i32 param m : i32 param u : u32\n"
                   "shared a : float 4 [64] align 4\n"
                   "shared b : float 4 [32][64] align 4\n"
                   "var i : i32 var j : i32 var k : u32 var c : u8 body {\n" +
                   Body + "\n}");
  Outcome Result;
  if (!Program) {
    ADD_FAILURE() << llvm::toString(Program.takeError());
    return Result;
  }
  LaunchConfig Launch;
  Launch.Block = Block;
  Result.Summary = execute(*Program, Launch, Budget, [&](const AccessEvent &E) {
    std::optional<ReasonCode> WhyUnknown;
    if (const Reason *Why = E.Address.reason())
      WhyUnknown = Why->Code;
    Result.Events.push_back({E.Lanes, E.IsMaskExact, E.IsCounted,
                             E.MaskReason != nullptr, E.Address, E.Array,
                             E.Segment, WhyUnknown});
    return true;
  });
  return Result;
}

Event banklint::eventOf(const std::string &Body, Dim3 Block) {
  Outcome Result = run(Body, Block);
  EXPECT_EQ(Result.Events.size(), 1u);
  return Result.Events.empty() ? Event{} : Result.Events.front();
}
