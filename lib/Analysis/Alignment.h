//===- Alignment.h - What the compiler knows of addresses -------*- C++ -*-===//
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
#ifndef BANKLINT_LIB_ANALYSIS_ALIGNMENT_H
#define BANKLINT_LIB_ANALYSIS_ALIGNMENT_H

#include "banklint/Interpreter/CompileTime.h"
#include "banklint/Interpreter/Interpreter.h"
#include <map>

namespace banklint {

class AddressKnowledge {
public:
  AddressKnowledge(const KernelProgram &Program,
                   llvm::ArrayRef<LayoutOverride> Layout);

  /// The number of low bits of the access's address that the compiler surely
  /// knows in each copy of its code that unrolling makes, up to 4.
  unsigned knownBits(unsigned Access);
  /// True if the address takes part of its value from an earlier round of
  /// \p Loop.
  bool isCarriedBy(unsigned Access, const Stmt &Loop);

private:
  /// Of a value's low bits: how many are known, and how many of these, from the
  /// lowest, are zero.
  struct LowBits {
    unsigned Known = 0;
    unsigned Zero = 0;
  };

  LowBits bitsOf(ExprId Id);
  LowBits bitsOfVariable(ExprId Id);
  LowBits bitsOfBinary(const Expr &E);
  LowBits bitsOfAddress(const Expr &E);
  unsigned alignmentOf(unsigned Array) const;
  void collect(ExprId Id, std::vector<bool> &Variables) const;

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  CompileTimeView CompileTime;
  /// The values that each variable is set to.
  std::vector<llvm::SmallVector<ExprId, 2>> Values;
  std::vector<std::optional<LowBits>> OfVariable;
  std::map<unsigned, unsigned> OfAccess;
  std::map<std::pair<unsigned, const Stmt *>, bool> Carried;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ALIGNMENT_H
