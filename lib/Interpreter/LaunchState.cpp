//===- LaunchState.cpp - What all warps of a launch share -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchState.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

llvm::ArrayRef<unsigned> LaunchState::assignedIn(const Stmt &S) {
  auto [It, IsNew] = Assigned.try_emplace(&S);
  if (!IsNew)
    return It->second;
  std::vector<unsigned> Variables;
  for (const Block &B : S.Blocks)
    forEachStmt(B, [&](const Stmt &Inner) {
      if (Inner.Kind == StmtKind::Assign &&
          (!Needs || Needs->isNeeded(Inner.Index)))
        Variables.push_back(Inner.Index);
    });
  llvm::sort(Variables);
  Variables.erase(std::unique(Variables.begin(), Variables.end()),
                  Variables.end());
  return Assigned[&S] = std::move(Variables);
}

llvm::ArrayRef<unsigned> LaunchState::geometricIn(const Stmt &Loop) {
  auto [It, IsNew] = Geometric.try_emplace(&Loop);
  if (IsNew)
    It->second = geometricVariables(Program, Loop);
  return It->second;
}

llvm::ArrayRef<CarriedVariable> LaunchState::carriedIn(const Stmt &Loop) {
  auto [It, IsNew] = Carried.try_emplace(&Loop);
  if (IsNew)
    It->second = carriedVariables(Program, Loop);
  return It->second;
}

/// Counts \p S in \p Readers for each variable that its own expressions read.
static void countReads(const KernelProgram &Program, const Stmt &S,
                       std::vector<unsigned> &Readers) {
  llvm::SmallVector<ExprId, 16> Left;
  if (S.Value.isValid())
    Left.push_back(S.Value);
  if (S.Kind == StmtKind::Access)
    Left.push_back(Program.Accesses[S.Index].Address);
  llvm::SmallDenseSet<unsigned, 16> Seen;
  llvm::SmallDenseSet<unsigned, 8> Variables;
  while (!Left.empty()) {
    const ExprId Id = Left.pop_back_val();
    if (!Seen.insert(Id.Index).second)
      continue;
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Variable)
      Variables.insert(E.Index);
    llvm::append_range(Left, E.Operands);
  }
  for (unsigned Variable : Variables)
    ++Readers[Variable];
}

const SilentRound &LaunchState::silentRound(const Stmt &Loop) {
  auto It = SilentRounds.find(&Loop);
  if (It == SilentRounds.end())
    It = SilentRounds.try_emplace(&Loop, makeSilentRound(Loop)).first;
  return It->second;
}

SilentRound LaunchState::makeSilentRound(const Stmt &Loop) {
  if (!Needs && !OfAccesses)
    OfAccesses.emplace(Program, CompileTime);
  const Slice &Needed = Needs ? *Needs : *OfAccesses;
  auto CountAll = [this](const Block &B, std::vector<unsigned> &Into) {
    forEachStmt(B, [&](const Stmt &S) { countReads(Program, S, Into); });
  };
  if (Readers.empty()) {
    Readers.resize(Program.Variables.size());
    CountAll(Program.Body, Readers);
  }
  std::vector<unsigned> Inside(Program.Variables.size());
  countReads(Program, Loop, Inside);
  for (const Block &B : Loop.Blocks)
    CountAll(B, Inside);
  std::vector<CarriedVariable> Carried;
  llvm::copy_if(
      carriedIn(Loop), std::back_inserter(Carried),
      [&](const CarriedVariable &C) { return Needed.isNeeded(C.Index); });
  auto IsCarried = [&](unsigned Variable) {
    return llvm::any_of(Carried, [Variable](const CarriedVariable &C) {
      return C.Index == Variable;
    });
  };
  std::vector<unsigned> Watched;
  for (unsigned Variable : assignedIn(Loop))
    if (IsCarried(Variable) ||
        (Needed.isNeeded(Variable) && Readers[Variable] > Inside[Variable]))
      Watched.push_back(Variable);
  Slice OfWatched(Program, CompileTime, Loop, Watched);
  return {std::move(Watched), std::move(Carried), std::move(OfWatched)};
}
