//===- ReferenceInterpreter.h - One thread at a time ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slow, plain execution of a kernel program that the abstract interpreter
// is checked against: every thread of the block runs alone, with a concrete
// number for everything, and only afterwards are the executions of an access
// put together into requests. Nothing here knows of masks, lane vectors or
// symbols. Only shuffles let a thread see another's numbers.
//
// Lanes of one warp that execute the same access statement in the same round of
// every enclosing loop execute it together; that is what reconvergence at the
// end of each control structure amounts to.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_REFERENCEINTERPRETER_H
#define BANKLINT_TEST_REFERENCE_REFERENCEINTERPRETER_H

#include "banklint/Program/KernelProgram.h"
#include "banklint/Support/LaneMask.h"
#include <array>
#include <functional>
#include <vector>

namespace banklint {

/// One evaluation of an Opaque expression. Statement numbers count the
/// program's statements in the order of forEachStmt.
struct OpaqueEvaluation {
  unsigned Opaque;
  unsigned Statement;
  /// Rounds of the enclosing loops, outermost first, counted from 0.
  std::vector<uint64_t> Rounds;
  std::vector<int64_t> Operands;
  unsigned Warp;
  /// The thread's number in the block; nothing if the opaque is not divergent,
  /// so that its value can't depend on it.
  std::optional<unsigned> Thread;
};

/// All that a launch leaves open, made concrete.
struct ReferenceInputs {
  Dim3 Block;
  Dim3 Grid;
  std::array<uint32_t, 3> BlockIdx = {0, 0, 0};
  /// One entry each kernel parameter, canonical in its type.
  std::vector<int64_t> Parameters;
  /// Brought to the opaque's type before use. Must not keep state.
  std::function<int64_t(const OpaqueEvaluation &)> OpaqueValue;
  /// Expressions and statements that one thread may execute.
  uint64_t StepLimit = 20'000;
};

/// One execution of an access by the lanes of a warp that do it together.
struct ReferenceRequest {
  unsigned Access;
  unsigned Warp;
  unsigned Statement;
  std::vector<uint64_t> Rounds;
  LaneMask Lanes;
  /// Pointer values as in Interpreter.h; 0 outside of Lanes.
  std::array<uint64_t, WarpSize> Addresses;
};

enum class ReferenceOutcome {
  Finished,
  /// A thread divided by zero, read a variable before its first assignment, or
  /// shuffled what all hold, or all from one lane, but with a lane missing.
  Undefined,
  StepLimitReached,
};

struct ReferenceResult {
  ReferenceOutcome Outcome = ReferenceOutcome::Finished;
  /// True if some number did not fit its type: see referenceWraps.
  bool HasWrapped = false;
  /// By warp, then statement, then rounds: for each access and warp in the
  /// order of execution. Empty unless Finished.
  std::vector<ReferenceRequest> Requests;
};

/// \p Program must verify.
ReferenceResult runReference(const KernelProgram &Program,
                             const ReferenceInputs &Inputs);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_REFERENCEINTERPRETER_H
