//===- AlignmentProof.h - Low bits that the compiler knows ---- -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler makes a wide access only where it can prove the alignment,
// without the launch. It follows which low bits of an address are zero or
// known, operator by operator: 2 * n is even whatever n is; of 17 * (n - t) + t
// it does not see that n alone decides.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENTPROOF_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENTPROOF_H

#include "Compiler/ArrayPlaces.h"
#include "Compiler/CopyConstants.h"
#include "banklint/Interpreter/CompileTime.h"
#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Program/AssignedValues.h"

namespace banklint {

class AlignmentProof {
public:
  /// What the compiler surely knows, or all that it may know.
  enum Kind { Sure, Possible };

  /// By variable: what all rounds of a loop add to it that become one straight
  /// line.
  using StepsInLine = std::vector<CompileTimeView::ConstantStep>;

  /// The variables \p IsConstant are constants in each copy of the code.
  AlignmentProof(const KernelProgram &Program,
                 llvm::ArrayRef<LayoutOverride> Layout,
                 const ArrayPlaces &Places, const AssignedValues &Values,
                 std::vector<bool> IsConstant, StepsInLine InLine, Kind How)
      : Program(Program), Layout(Layout), Places(Places), Values(Values),
        IsConstant(std::move(IsConstant)), InLine(std::move(InLine)), How(How),
        OfVariable(Program.Variables.size()) {}

  /// The number of low bits of the value, multiplied by \p Factor, that are
  /// known in each copy of its code that unrolling makes, up to 4.
  unsigned knownBits(ExprId Id, int64_t Factor);
  /// The number of those of the value that are zero.
  unsigned knownZeroBits(ExprId Id);

  /// The number of low bits of the address \p Id that are known in \p Here.
  unsigned knownBitsIn(const CodeCopy &Here, ExprId Id);
  /// The number of low bits of \p Id, a part of such an address, that are zero.
  unsigned zeroBitsIn(const CodeCopy &Here, ExprId Id);

private:
  /// Of a value's low bits: how many are known, and how many of these, from the
  /// lowest, are zero.
  struct LowBits {
    unsigned Known = 0;
    unsigned Zero = 0;
  };

  bool isPointer(ExprId Id, unsigned Steps) const;
  LowBits bitsOf(ExprId Id) const;
  std::optional<ExprId> startOf(unsigned Index) const;
  LowBits bitsOfVariable(unsigned Index) const;
  unsigned knownInLine(unsigned Index) const;
  LowBits bitsOfBinary(const Expr &E) const;
  LowBits bitsOfAddress(const Expr &E) const;
  unsigned alignmentOf(unsigned Array) const;
  std::optional<int64_t> constantValue(ExprId Id) const;
  bool isQuotient(ExprId Id, int64_t Divisor) const;
  bool isPart(ExprId Id) const;
  LowBits bitsOfFollowed(ExprId Variable, ExprId Value) const;
  LowBits bitsIn(const CodeCopy &Here, ExprId Id);
  std::vector<unsigned> collect(ExprId Id);
  void findVariables(ExprId Id);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  const ArrayPlaces &Places;
  const AssignedValues &Values;
  std::vector<bool> IsConstant;
  StepsInLine InLine;
  Kind How;
  std::vector<std::optional<LowBits>> OfVariable;

  /// The copy that is looked at, and what is known there of variables that were
  /// followed.
  const CodeCopy *InCopy = nullptr;
  mutable std::map<unsigned, LowBits> BitsInCopy;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENTPROOF_H
