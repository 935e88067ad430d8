//===- Alignment.cpp - What the compiler knows of addresses ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Alignment.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// The variables that are set inside and outside of \p Loop: they live from
/// round to round.
std::vector<bool> AddressKnowledge::carriedBy(const Stmt &Loop) const {
  std::vector<unsigned> Inside(Values.size());
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        ++Inside[S.Index];
    });
  std::vector<bool> Result;
  for (auto [Variable, Count] : llvm::enumerate(Inside))
    Result.push_back(Count != 0 && Count != Values.of(Variable).size());
  return Result;
}

/// The variables that depend on \p Carried ones, and these.
std::vector<bool> AddressKnowledge::dependentOn(std::vector<bool> Carried) {
  if (Users.empty()) {
    Users.resize(Values.size());
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      for (ExprId Value : Values.of(Index))
        forEachVariable(Program, Value,
                        [&](unsigned Used) { Users[Used].push_back(Index); });
  }
  llvm::SmallVector<unsigned> Left;
  for (unsigned Index = 0; Index != Carried.size(); ++Index)
    if (Carried[Index])
      Left.push_back(Index);
  while (!Left.empty())
    for (unsigned User : Users[Left.pop_back_val()])
      if (!Carried[User]) {
        Carried[User] = true;
        Left.push_back(User);
      }
  return Carried;
}

/// True if \p Id depends on what lives from round to round.
bool AddressKnowledge::isCarried(ExprId Id, const InLoops &Facts) const {
  bool Result = false;
  forEachVariable(Program, Id, [&](unsigned Variable) {
    Result |= Facts.Dependent[Variable];
  });
  return Result;
}

/// True if the access's address moves by constants, in loops of \p Facts whose
/// rounds are counted, from a start that the compiler knows.
bool AddressKnowledge::movesInSteps(unsigned Access, const InLoops &Facts) {
  const banklint::Access &A = Program.Accesses[Access];
  // It does not look up where it places the array then.
  if (!Facts.AreCounted || !A.Array ||
      Program.Arrays[*A.Array].Alignment < 1u << WidestBits)
    return false;
  unsigned Others = 0;
  for (auto [Number, Factor] : Sums.addressOf(Access)) {
    const Expr &Term = Program.Exprs[Number];
    if (Term.Kind == ExprKind::Variable && Facts.Carried[Term.Index]) {
      if (Factor % (1 << WidestBits) != 0)
        return false;
    } else if (isCarried({Number}, Facts) || ++Others > 1) {
      return false;
    }
  }
  return true;
}

AddressKnowledge::InLoops &
AddressKnowledge::factsIn(llvm::ArrayRef<const Stmt *> RolledLoops) {
  if (auto Known = Loops.find(RolledLoops.vec()); Known != Loops.end())
    return Known->second;
  std::vector<bool> Carried(Values.size());
  std::vector<bool> Constant = CompileTime.surelyConstantVariables();
  bool AreCounted = true;
  for (const Stmt *Loop : RolledLoops) {
    AreCounted &= CompileTime.hasConstantTest(*Loop);
    for (auto [Index, IsCarried] : llvm::enumerate(carriedBy(*Loop)))
      if (IsCarried) {
        Carried[Index] = true;
        Constant[Index] = false;
      }
  }
  return Loops
      .try_emplace(
          RolledLoops.vec(),
          InLoops{AlignmentProof(Program, Layout, Values, std::move(Constant),
                                 AlignmentProof::Sure),
                  Carried,
                  dependentOn(Carried),
                  AreCounted,
                  {}})
      .first->second;
}

AddressKnowledge::Known
AddressKnowledge::known(unsigned Access,
                        llvm::ArrayRef<const Stmt *> RolledLoops) {
  InLoops &Facts = factsIn(RolledLoops);
  auto [It, IsNew] = Facts.OfAccess.try_emplace(Access);
  if (IsNew) {
    const ExprId Address = Program.Accesses[Access].Address;
    Known &Result = It->second;
    Result.IsCarried = isCarried(Address, Facts);
    if ((!Result.IsCarried || movesInSteps(Access, Facts)) &&
        !Sums.mayRewrite(Access))
      Result.Bits = Facts.Proof.knownBits(Address, 1);
  }
  return It->second;
}

/// By unrolling the compiler may know anything of what a loop changes, and it
/// adds up what is added more than once.
unsigned AddressKnowledge::knowableBits(unsigned Access) {
  if (!BestProof) {
    std::vector<bool> Constant = CompileTime.surelyConstantVariables();
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      Constant[Index] = Constant[Index] || Values.of(Index).size() > 1;
    BestProof.emplace(Program, Layout, Values, std::move(Constant),
                      AlignmentProof::Possible);
  }
  auto [It, IsNew] = Knowable.try_emplace(Access, WidestBits);
  if (IsNew) {
    for (auto [Number, Factor] : Sums.addressOf(Access))
      It->second =
          std::min(It->second, BestProof->knownBits(ExprId{Number}, Factor));
    It->second = std::max(
        It->second, BestProof->knownBits(Program.Accesses[Access].Address, 1));
  }
  return It->second;
}

unsigned AddressKnowledge::bitsOfAnyLaunch(unsigned Access) {
  if (!Arguments)
    Arguments.emplace(Program, Values);
  auto [It, IsNew] = OfAnyLaunch.try_emplace(Access, WidestBits);
  if (IsNew)
    It->second = Arguments->knowableBits(Sums.addressOf(Access), WidestBits);
  return It->second;
}
