//===- Programs.h - Running small programs ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_INTERPRETER_PROGRAMS_H
#define BANKLINT_TEST_UNIT_INTERPRETER_PROGRAMS_H

#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// What of an event outlives its run.
struct Event {
  LaneMask Lanes;
  bool IsMaskExact;
  bool IsCounted;
  bool HasMaskReason;
  WarpValue Address;
  std::optional<unsigned> Array;
  unsigned Segment;
  /// Why the address is not known, where it is not.
  std::optional<ReasonCode> WhyUnknown;
};

struct Outcome {
  std::vector<Event> Events;
  ExecutionSummary Summary;
};

const Dim3 Warp{32, 1, 1};

/// Runs a program with the arrays a and b; n, m and u are open, and so are
/// block indices.
Outcome run(const std::string &Body, Dim3 Block, InterpreterBudget Budget = {});

/// The only event of a program.
Event eventOf(const std::string &Body, Dim3 Block);

} // namespace banklint

#endif // BANKLINT_TEST_UNIT_INTERPRETER_PROGRAMS_H
