//===- Alignment.cpp - What the compiler knows of addresses ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

AddressKnowledge::AddressKnowledge(const KernelProgram &Program,
                                   llvm::ArrayRef<LayoutOverride> Layout)
    : Program(Program), Layout(Layout), CompileTime(Program),
      Values(Program.Variables.size()), Sums(Program, Layout, Values) {
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Assign)
      Values[S.Index].push_back(S.Value);
  });
}

/// The variables that are a constant in each round, if loops are unrolled.
std::vector<bool> AddressKnowledge::constants() {
  std::vector<bool> Result;
  for (unsigned Index = 0; Index != Values.size(); ++Index)
    Result.push_back(CompileTime.isSurelyConstantVariable(Index));
  return Result;
}

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
  for (auto [Count, All] : llvm::zip(Inside, Values))
    Result.push_back(Count != 0 && Count != All.size());
  return Result;
}

/// The variables that depend on \p Carried ones, and these.
std::vector<bool> AddressKnowledge::dependentOn(std::vector<bool> Carried) {
  if (Users.empty()) {
    Users.resize(Values.size());
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      for (ExprId Value : Values[Index])
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

/// What the compiler does with the access's address in loops of \p Facts.
AddressKnowledge::Carry AddressKnowledge::carryOf(unsigned Access,
                                                  const InLoops &Facts) {
  const banklint::Access &A = Program.Accesses[Access];
  if (!isCarried(A.Address, Facts))
    return Carry::None;
  // Nor does it look up then where it places the array.
  if (!A.Array || Program.Arrays[*A.Array].Alignment < 1u << WidestBits)
    return Carry::Unclear;
  unsigned Others = 0;
  for (auto [Number, Factor] : Sums.addressOf(Access)) {
    const Expr &Term = Program.Exprs[Number];
    if (Term.Kind == ExprKind::Variable && Facts.Carried[Term.Index]) {
      if (Factor % (1 << WidestBits) != 0)
        return Carry::Unclear;
    } else if (isCarried({Number}, Facts) || ++Others > 1) {
      return Carry::Unclear;
    }
  }
  return Facts.AreCounted ? Carry::InSteps : Carry::Unclear;
}

AddressKnowledge::InLoops &
AddressKnowledge::factsIn(llvm::ArrayRef<const Stmt *> RolledLoops) {
  if (auto Known = Loops.find(RolledLoops.vec()); Known != Loops.end())
    return Known->second;
  std::vector<bool> Carried(Values.size());
  std::vector<bool> Constant = constants();
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

AddressKnowledge::InLoops::OfAccess
AddressKnowledge::look(unsigned Access,
                       llvm::ArrayRef<const Stmt *> RolledLoops) {
  InLoops &Facts = factsIn(RolledLoops);
  auto [It, IsNew] = Facts.Known.try_emplace(Access);
  if (IsNew) {
    const Carry How = carryOf(Access, Facts);
    It->second.IsCarried = How != Carry::None;
    if (How != Carry::Unclear && !Sums.mayRewrite(Access))
      It->second.Bits =
          Facts.Proof.knownBits(Program.Accesses[Access].Address, 1);
  }
  return It->second;
}

unsigned AddressKnowledge::knownBits(unsigned Access,
                                     llvm::ArrayRef<const Stmt *> RolledLoops) {
  return look(Access, RolledLoops).Bits;
}

bool AddressKnowledge::isCarriedBy(unsigned Access,
                                   llvm::ArrayRef<const Stmt *> RolledLoops) {
  return look(Access, RolledLoops).IsCarried;
}

/// By unrolling the compiler may know anything of what a loop changes, and it
/// adds up what is added more than once.
unsigned AddressKnowledge::knowableBits(unsigned Access) {
  if (!BestProof) {
    std::vector<bool> Constant = constants();
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      Constant[Index] = Constant[Index] || Values[Index].size() > 1;
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
