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

bool LaunchState::isGeometric(const Stmt &Loop) {
  auto [Known, IsNew] = GeometricTests.try_emplace(&Loop, false);
  if (!IsNew)
    return Known->second;
  unsigned Count = 0;
  bool Result = Loop.Value.isValid();
  if (Result)
    forEachVariable(Program, Loop.Value, [&](unsigned Variable) {
      if (!llvm::is_contained(assignedIn(Loop), Variable))
        return;
      Result &= llvm::count(geometricIn(Loop), Variable) == 1 &&
                setsIn(Loop, Variable) == 1;
      ++Count;
    });
  return GeometricTests[&Loop] = Result && Count != 0;
}

bool LaunchState::changesTest(const Stmt &Loop) {
  bool Result = false;
  if (Loop.Value.isValid())
    forEachVariable(Program, Loop.Value, [&](unsigned Variable) {
      Result |= llvm::is_contained(assignedIn(Loop), Variable);
    });
  return Result;
}

llvm::ArrayRef<CarriedVariable> LaunchState::carriedIn(const Stmt &Loop) {
  auto [It, IsNew] = Carried.try_emplace(&Loop);
  if (IsNew)
    It->second = carriedVariables(Program, Loop);
  return It->second;
}

/// Counts in \p Reads, by variable, where expressions of \p S read it.
static void countReads(const KernelProgram &Program, const Stmt &S,
                       std::vector<unsigned> &Reads) {
  auto Count = [&Reads](unsigned Variable) { ++Reads[Variable]; };
  if (S.Value.isValid())
    forEachVariable(Program, S.Value, Count);
  if (S.Kind == StmtKind::Access)
    for (ExprId Operand : Program.Accesses[S.Index].operands())
      forEachVariable(Program, Operand, Count);
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
  if (Reads.empty()) {
    Reads.resize(Program.Variables.size());
    CountAll(Program.Body, Reads);
  }
  std::vector<unsigned> Inside(Program.Variables.size());
  countReads(Program, Loop, Inside);
  for (const Block &B : Loop.Blocks)
    CountAll(B, Inside);
  std::vector<CarriedVariable> Carried;
  llvm::copy_if(
      carriedIn(Loop), std::back_inserter(Carried),
      [&](const CarriedVariable &C) { return Needed.isNeeded(C.Index); });
  std::vector<unsigned> Watched;
  for (unsigned Variable : assignedIn(Loop))
    if (isCarried(Carried, Variable) ||
        (Needed.isNeeded(Variable) && Reads[Variable] > Inside[Variable]))
      Watched.push_back(Variable);
  Slice OfWatched(Program, CompileTime, Loop, Watched);
  return {std::move(Watched), std::move(Carried), std::move(OfWatched)};
}
