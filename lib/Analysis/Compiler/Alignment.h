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

#include "Compiler/AddressForms.h"
#include "Compiler/AlignmentProof.h"
#include "Compiler/ArgumentTerms.h"
#include "Compiler/SharedSums.h"
#include "banklint/Interpreter/CompileTime.h"
#include <map>

namespace banklint {

/// The bytes that an access takes of each stretch of an array, up to 16 bytes
/// long, whatever its subscripts are.
struct MemberPart {
  unsigned Array;
  /// The length of the stretch, a power of two.
  unsigned Modulus;
  /// Where it starts in it.
  unsigned Start;
  unsigned Bytes;

  bool operator==(const MemberPart &Other) const {
    return Array == Other.Array && Modulus == Other.Modulus &&
           Start == Other.Start && Bytes == Other.Bytes;
  }
};

class AddressKnowledge {
public:
  AddressKnowledge(const KernelProgram &Program,
                   llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Layout(Layout), Places(Program, Layout),
        CompileTime(Program), Values(Program), Copies(Program, Values),
        Sums(Program, Layout, Values), Forms(Program, Layout, Sums) {}
  // Members refer to others.
  AddressKnowledge(const AddressKnowledge &) = delete;

  struct Known {
    /// The number of low bits of the access's address that the compiler surely
    /// knows in each copy of its code that unrolling makes, up to 4.
    unsigned Bits = 0;
    /// The address takes part of its value from an earlier round.
    bool IsCarried = false;
    /// The same for addresses of which the compiler knows the distance.
    unsigned Form = 0;
    /// By which rules it may know less.
    RuleSet Doubts;
  };
  /// What holds of \p Event's access in the copy of the code that executes it.
  Known known(const AccessEvent &Event);
  /// The low bits of the address of the struct that \p Event copies that the
  /// compiler surely knows to be zero, up to 4.
  unsigned structBits(const AccessEvent &Event);
  /// The low bits that it may know.
  unsigned knowableBits(unsigned Access);
  /// The element, or the member of an element, that \p Event accesses, as the
  /// compiler sees it wherever in the array that is.
  std::optional<MemberPart> memberOf(const AccessEvent &Event);
  /// The low bits that it may know whatever it does: no launch decides them.
  unsigned bitsOfAnyLaunch(unsigned Access);
  const ArrayPlaces &places() const { return Places; }
  /// The low bits of the place of \p Array that may be zero.
  unsigned bitsOfPlace(std::optional<unsigned> Array) const {
    return Array ? Places.alignmentOf(*Array).value_or(WidestBits) : WidestBits;
  }

private:
  struct KnownOfAccess {
    Known InAnyCopy;
    /// Nothing if all copies are alike.
    std::optional<CopyConstants::Parts> Parts;
    /// What is known in a copy, by the values of its constants and the rounds
    /// that give other values.
    std::map<std::vector<uint64_t>, Known> InCopies;
  };
  /// What is known in loops that are not unrolled whole.
  struct InLoops {
    AlignmentProof Proof;
    /// The variables that live from round to round.
    std::vector<bool> Carried;
    /// These and what depends on them.
    std::vector<bool> Dependent;
    /// Of these: those that only rounds of loops around the innermost change.
    std::vector<bool> Outer;
    /// Those that rounds only add constants to, if they change them.
    std::vector<bool> Steps;
    /// Those that rounds add something to.
    std::vector<bool> AddedTo;
    /// The compiler may count the rounds of all.
    bool AreCounted;
    std::vector<bool> Constant;
    std::map<unsigned, KnownOfAccess> OfAccess;
    /// What structBits says, by access and array.
    std::map<std::pair<unsigned, unsigned>, unsigned> OfStructs;
  };

  /// A loop that is not unrolled whole, and LoopPosition::InLine of it.
  using RolledLoop = std::pair<const Stmt *, unsigned>;
  InLoops &factsIn(const AccessEvent &Event);
  InLoops makeFacts(llvm::ArrayRef<RolledLoop> Rolled);
  std::vector<bool> dependentOn(std::vector<bool> Carried);
  KnownOfAccess inAnyCopy(unsigned Access, InLoops &Facts,
                          llvm::ArrayRef<const Stmt *> RolledLoops);
  Known knownIn(const CodeCopy &Here, llvm::ArrayRef<uint64_t> Rounds,
                unsigned Access, InLoops &Facts);
  bool isCarried(ExprId Id, const InLoops &Facts) const;
  bool isMoved(ExprId Id, const InLoops &Facts) const;
  bool movesInSteps(unsigned Access, const SharedSums::Sum &Terms,
                    InLoops &Facts);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  const ArrayPlaces Places;
  CompileTimeView CompileTime;
  AssignedValues Values;
  /// Of each variable: those whose values mention it.
  std::vector<llvm::SmallVector<unsigned, 2>> Users;
  CopyConstants Copies;
  SharedSums Sums;
  AddressForms Forms;
  std::optional<AlignmentProof> BestProof;
  llvm::DenseMap<unsigned, unsigned> Knowable;
  std::optional<ArgumentTerms> Arguments;
  llvm::DenseMap<unsigned, unsigned> OfAnyLaunch;
  /// By access: MemberPart::Modulus.
  llvm::DenseMap<unsigned, unsigned> Moduli;
  std::map<std::vector<RolledLoop>, InLoops> Loops;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ALIGNMENT_H
