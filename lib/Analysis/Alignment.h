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
#ifndef BANKLINT_LIB_ANALYSIS_ALIGNMENT_H
#define BANKLINT_LIB_ANALYSIS_ALIGNMENT_H

#include "AlignmentProof.h"
#include "SharedSums.h"
#include <map>

namespace banklint {

class AddressKnowledge {
public:
  AddressKnowledge(const KernelProgram &Program,
                   llvm::ArrayRef<LayoutOverride> Layout);

  /// The number of low bits of the access's address that the compiler surely
  /// knows in each copy of its code that unrolling makes, up to 4, if it does
  /// not unroll \p RolledLoops, which are around it.
  unsigned knownBits(unsigned Access, llvm::ArrayRef<const Stmt *> RolledLoops);
  /// Those that it may know.
  unsigned knowableBits(unsigned Access);
  /// True if the address takes part of its value from an earlier round of one
  /// of \p RolledLoops.
  bool isCarriedBy(unsigned Access, llvm::ArrayRef<const Stmt *> RolledLoops);

private:
  /// How an address depends on what lives from round to round.
  enum class Carry {
    None,
    /// It moves by constants in loops whose rounds are counted.
    InSteps,
    Unclear
  };
  /// What is known in loops that are not unrolled whole.
  struct InLoops {
    AlignmentProof Proof;
    /// The variables that live from round to round.
    std::vector<bool> Carried;
    /// These and what depends on them.
    std::vector<bool> Dependent;
    /// The compiler may count the rounds of all.
    bool AreCounted;
    struct OfAccess {
      unsigned Bits = 0;
      bool IsCarried = false;
    };
    std::map<unsigned, OfAccess> Known;
  };

  std::vector<bool> constants();
  std::vector<bool> carriedBy(const Stmt &Loop) const;
  InLoops &factsIn(llvm::ArrayRef<const Stmt *> RolledLoops);
  std::vector<bool> dependentOn(std::vector<bool> Carried);
  bool isCarried(ExprId Id, const InLoops &Facts) const;
  InLoops::OfAccess look(unsigned Access,
                         llvm::ArrayRef<const Stmt *> RolledLoops);
  Carry carryOf(unsigned Access, const InLoops &Facts);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  CompileTimeView CompileTime;
  ValuesOfVariables Values;
  /// Of each variable: those whose values mention it.
  std::vector<llvm::SmallVector<unsigned, 2>> Users;
  SharedSums Sums;
  std::optional<AlignmentProof> BestProof;
  llvm::DenseMap<unsigned, unsigned> Knowable;
  std::map<std::vector<const Stmt *>, InLoops> Loops;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ALIGNMENT_H
