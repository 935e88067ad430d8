//===- Slice.cpp - What accesses depend on --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Needed are accesses and barriers, or a loop and variables; the statement
// around a needed one; what sets a variable that a needed one reads, wherever
// it stands; and jumps out of a needed one, which decide whether what follows
// is executed.
//
//===----------------------------------------------------------------------===//

#include "Slice.h"

using namespace banklint;

Slice::Slice(const KernelProgram &Program, CompileTimeView &CompileTime)
    : Program(Program), CompileTime(CompileTime) {
  index(Program.Body, /*Around=*/nullptr, Targets());
  llvm::append_range(Pending, Effects);
  for (ExprId Condition : Numbered)
    needValue(Condition);
  needAll();
}

Slice::Slice(const KernelProgram &Program, CompileTimeView &CompileTime,
             const Stmt &Loop, llvm::ArrayRef<unsigned> Variables)
    : Program(Program), CompileTime(CompileTime) {
  indexStmt(Loop, /*Around=*/nullptr, Targets());
  Pending.push_back(&Loop);
  llvm::copy_if(Effects, std::back_inserter(Pending),
                [](const Stmt *S) { return S->Kind == StmtKind::Barrier; });
  for (unsigned Index : Variables)
    needVariable(Index);
  needAll();
}

void Slice::needAll() {
  while (!Pending.empty()) {
    const Stmt *S = Pending.back();
    Pending.pop_back();
    need(*S);
  }
}

/// Returns true if \p B has branches or loops.
bool Slice::index(const Block &B, const Stmt *Around, Targets Inside) {
  bool HasBranches = false;
  for (const Stmt &S : B)
    HasBranches |= indexStmt(S, Around, Inside);
  return HasBranches;
}

bool Slice::indexStmt(const Stmt &S, const Stmt *Around, Targets Inside) {
  const Stmt *Target = nullptr;
  switch (S.Kind) {
  case StmtKind::Assign:
    Assignments[S.Index].push_back(&S);
    break;
  case StmtKind::Access:
  case StmtKind::Barrier:
    Effects.push_back(&S);
    break;
  case StmtKind::Break:
    Target = Inside.Break;
    break;
  case StmtKind::Continue:
    Target = Inside.Continue;
    break;
  case StmtKind::Return:
    Target = Inside.Return;
    break;
  case StmtKind::Loop:
    Inside.Break = Inside.Continue = &S;
    break;
  case StmtKind::Switch:
    Inside.Break = &S;
    break;
  case StmtKind::Region:
    Inside.Return = &S;
    break;
  case StmtKind::If:
  case StmtKind::Flow:
    break;
  }
  Outer[&S] = Around;
  if (S.Kind == StmtKind::If && S.Index != ~0u) {
    Numbered.push_back(S.Value);
    for (const Stmt *With = &S; With && WithNumbers.insert(With).second;)
      With = Outer.lookup(With);
  }
  if (S.Kind == StmtKind::Return && !Target)
    Pending.push_back(&S);
  else if (Target)
    Jumps[Target].push_back(&S);
  bool HasInnerBranches = false;
  for (const Block &B : S.Blocks)
    HasInnerBranches |= index(B, &S, Inside);
  // What separates accesses, for the compiler, must be seen to do so or not.
  if (S.Kind == StmtKind::Loop &&
      (CompileTime.isSurelyCountableInPart(S) || CompileTime.waitsForOthers(S)))
    Effects.push_back(&S);
  if (S.Kind == StmtKind::If && HasInnerBranches &&
      CompileTime.isSurelyConstant(S.Value))
    Effects.push_back(&S);
  if (S.Kind == StmtKind::Region && HasInnerBranches)
    BranchingRegions.insert(&S);
  return HasInnerBranches || S.Kind == StmtKind::Loop ||
         S.Kind == StmtKind::If || S.Kind == StmtKind::Switch;
}

void Slice::needVariable(unsigned Index) {
  if (!NeededVariables.insert(Index).second)
    return;
  auto It = Assignments.find(Index);
  if (It != Assignments.end())
    Pending.insert(Pending.end(), It->second.begin(), It->second.end());
}

void Slice::needValue(ExprId Id) {
  if (!NeededValues.insert(Id.Index).second)
    return;
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Variable)
    needVariable(E.Index);
  for (ExprId Operand : E.Operands)
    needValue(Operand);
}

void Slice::need(const Stmt &S) {
  if (!Needed.insert(&S).second)
    return;
  if (const Stmt *Around = Outer.lookup(&S))
    Pending.push_back(Around);
  if (S.Value.isValid())
    needValue(S.Value);
  if (S.Kind == StmtKind::Access)
    llvm::for_each(Program.Accesses[S.Index].operands(),
                   [this](ExprId Operand) { needValue(Operand); });
  // Events name the value of the variable that a loop counts with.
  if (S.Kind == StmtKind::Loop && S.Index != ~0u)
    needVariable(S.Index);
  auto It = Jumps.find(&S);
  if (It != Jumps.end())
    Pending.insert(Pending.end(), It->second.begin(), It->second.end());
}
