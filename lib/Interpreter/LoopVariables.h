//===- LoopVariables.h - Variables that loops carry -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the text of a loop says of its variables. It guides the choice of what
// is assumed about them; each assumption is checked by execution. Of a variable
// that is not carried, nothing is assumed at the start of a round.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_LOOPVARIABLES_H
#define BANKLINT_LIB_INTERPRETER_LOOPVARIABLES_H

#include "banklint/Program/KernelProgram.h"
#include <optional>

namespace banklint {

/// The expression that \p Id converts, or itself.
const Expr &withoutConversions(const KernelProgram &Program, ExprId Id);

/// How many statements of \p Loop set \p Variable.
unsigned setsIn(const Stmt &Loop, unsigned Variable);

/// v = (v + Step) & Mask, with a mask of all low bits up to one.
struct RingStep {
  int64_t Step;
  int64_t Mask;
};

/// A variable that a round of a loop may read before it sets it.
struct CarriedVariable {
  unsigned Index;
  /// A round adds a constant to it, and that is all that happens to it.
  bool IsStepped;
  /// Rounds may do something else with it than to add constants.
  bool IsReset;
  /// Set if each round surely does this with it, and nothing else.
  std::optional<RingStep> Ring = std::nullopt;
};

/// The variables that rounds of \p Loop both read, before they set them, and
/// set; sorted.
std::vector<CarriedVariable> carriedVariables(const KernelProgram &Program,
                                              const Stmt &Loop);

/// True if \p Variable is one of \p Carried.
bool isCarried(llvm::ArrayRef<CarriedVariable> Carried, unsigned Variable);

/// The variables that rounds of \p Loop multiply, divide or shift by a
/// constant.
std::vector<unsigned> geometricVariables(const KernelProgram &Program,
                                         const Stmt &Loop);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_LOOPVARIABLES_H
