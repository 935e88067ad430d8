//===- Alignment.h - What the compiler knows of addresses ----- -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler surely knows less than it could prove (AlignmentProof.h) where
// it makes the address from another sum (SharedSums.h), and in a loop that it
// does not unroll whole: what lives from round to round is a constant no
// longer, and an address made of it is one more such variable, of which it
// often loses what it knew of the parts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENT_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENT_H

#include "Compiler/AlignmentProof.h"
#include "Compiler/ArgumentTerms.h"
#include "Compiler/SharedSums.h"
#include "banklint/Interpreter/CompileTime.h"
#include <map>

namespace banklint {

class AddressKnowledge {
public:
  AddressKnowledge(const KernelProgram &Program,
                   llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Layout(Layout), CompileTime(Program), Values(Program),
        Sums(Program, Layout, Values) {}
  // Members refer to others.
  AddressKnowledge(const AddressKnowledge &) = delete;

  struct Known {
    /// The number of low bits of the access's address that the compiler surely
    /// knows in each copy of its code that unrolling makes, up to 4.
    unsigned Bits = 0;
    /// The address takes part of its value from an earlier round.
    bool IsCarried = false;
  };
  /// What holds if the compiler does not unroll \p RolledLoops, which are
  /// around the access.
  Known known(unsigned Access, llvm::ArrayRef<const Stmt *> RolledLoops);
  /// The low bits that it may know.
  unsigned knowableBits(unsigned Access);
  /// The low bits that it may know whatever it does: no launch decides them.
  unsigned bitsOfAnyLaunch(unsigned Access);

private:
  /// What is known in loops that are not unrolled whole.
  struct InLoops {
    AlignmentProof Proof;
    /// The variables that live from round to round.
    std::vector<bool> Carried;
    /// These and what depends on them.
    std::vector<bool> Dependent;
    /// The compiler may count the rounds of all.
    bool AreCounted;
    std::map<unsigned, Known> OfAccess;
  };

  std::vector<bool> carriedBy(const Stmt &Loop) const;
  InLoops &factsIn(llvm::ArrayRef<const Stmt *> RolledLoops);
  std::vector<bool> dependentOn(std::vector<bool> Carried);
  bool isCarried(ExprId Id, const InLoops &Facts) const;
  bool movesInSteps(unsigned Access, const InLoops &Facts);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  CompileTimeView CompileTime;
  AssignedValues Values;
  /// Of each variable: those whose values mention it.
  std::vector<llvm::SmallVector<unsigned, 2>> Users;
  SharedSums Sums;
  std::optional<AlignmentProof> BestProof;
  llvm::DenseMap<unsigned, unsigned> Knowable;
  std::optional<ArgumentTerms> Arguments;
  llvm::DenseMap<unsigned, unsigned> OfAnyLaunch;
  std::map<std::vector<const Stmt *>, InLoops> Loops;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENT_H
