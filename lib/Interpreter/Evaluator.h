//===- Evaluator.h - Expressions of one warp --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_EVALUATOR_H
#define BANKLINT_LIB_INTERPRETER_EVALUATOR_H

#include "FixedValues.h"
#include "Flow.h"
#include "InsideGuards.h"
#include "Values/Arithmetic.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// The layouts of all arrays of \p Program with \p Changes in force.
std::vector<ArrayLayout> arrayLayouts(const KernelProgram &Program,
                                      llvm::ArrayRef<LayoutOverride> Changes);

/// Evaluates expressions for one warp of a launch.
class Evaluator {
public:
  /// \p State is that of control whenever evaluate() is called.
  Evaluator(const KernelProgram &Program, const LaunchConfig &Launch,
            const std::vector<ArrayLayout> &Layouts, unsigned Warp,
            const Flow &State, SymbolTable &Symbols, ReasonPool &Reasons,
            Sweeps &Running, const InsideGuards *Inside);

  /// The threads move by \p Step from one cycle of \p Sweep to the next.
  void moveThreads(SweepId Sweep, const Dim3 &Step);

  /// The value of \p Id in the lanes of \p Mask, which is not empty.
  WarpValue evaluate(ExprId Id, LaneMask Mask);

  /// Lanes whose threads exist: all but in the block's last warp.
  LaneMask existingLanes() const { return Existing; }

  VariableValues Variables;
  Arithmetic Math;

private:
  WarpValue compute(const Expr &E, LaneMask Mask);
  WarpValue evaluateBuiltin(Builtin Special);
  WarpValue evaluateParameter(unsigned Index);
  WarpValue evaluateSelect(const Expr &E, LaneMask Mask);
  WarpValue chosen(const WarpValue &Condition, const WarpValue &Then,
                   const WarpValue &Else, LaneMask Mask);
  /// \p Result, one of \p Then and \p Else by \p Condition, may have few
  /// residues only.
  void limitChoice(const WarpValue &Result, ExprId Condition,
                   const WarpValue &Then, const WarpValue &Else, LaneMask Mask);
  WarpValue evaluateAddress(const Expr &E, LaneMask Mask);
  WarpValue knownAddress(int64_t Start, llvm::ArrayRef<WarpValue> Terms,
                         llvm::ArrayRef<int64_t> ByteStrides) const;
  void permute(llvm::MutableArrayRef<WarpValue> Subscripts, const Expr &E,
               const Swizzle &Permutation, LaneMask Mask);
  WarpValue spread(const WarpValue &Subscript, IntType Type, const Gaps &Spread,
                   LaneMask Mask);
  WarpValue padInside(const WarpValue &Inner, const ArrayLayout &Layout,
                      LaneMask Mask);
  WarpValue offsetInPieces(llvm::ArrayRef<WarpValue> Terms, const Expr &E,
                           const ArrayLayout &Layout, LaneMask Mask);
  WarpValue plusBytes(WarpValue Pointer, const Expr &E, LaneMask Mask);
  WarpValue evaluateOpaque(const Expr &E, LaneMask Mask);
  static llvm::StringRef nameOf(const OpaqueValue &Opaque);
  WarpValue evaluatePart(ExprId Id, LaneMask Mask, bool IsApart);
  WarpValue evaluateShuffle(const Expr &E, LaneMask Mask);
  WarpValue uniformSymbol(int64_t Key, llvm::StringRef Name,
                          bool IsNonNegative);

  const KernelProgram &Program;
  const LaunchConfig &Launch;
  const std::vector<ArrayLayout> &Layouts;
  const Flow &State;
  SymbolTable &Symbols;
  ReasonPool &Reasons;
  Sweeps &Running;
  /// Null unless the block is one inside.
  const InsideGuards *const Inside;
  /// Above 0 in a part of an expression that some lanes may leave out.
  unsigned Apart = 0;
  LaneMask Existing;
  WarpValue ThreadX, ThreadY, ThreadZ;
  FixedValues Fixed;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_EVALUATOR_H
