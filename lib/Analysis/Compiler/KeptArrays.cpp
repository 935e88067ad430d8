//===- KeptArrays.cpp - Arrays that the compiler does not leave out -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/KeptArrays.h"

using namespace banklint;

KeptArrays::KeptArrays(const KernelProgram &Program)
    : Program(Program), Values(Program), IsStored(Program.Arrays.size()),
      IsVisible(IsStored), IsLoaded(IsStored), IsIndexed(IsStored) {
  walk(Program.Body);
}

/// Variables that \p B sets may hold anything.
void KeptArrays::forget(const Block &B) {
  forEachStmt(B, [this](const Stmt &S) {
    if (S.Kind == StmtKind::Assign)
      Known.erase(S.Index);
  });
}

/// True if the place in the array that \p A accesses is no constant, or all of
/// a variable.
bool KeptArrays::isIndexed(const Access &A) const {
  const SharedArray &Array = Program.Arrays[*A.Array];
  if (Array.Extents.empty() && A.Bytes == Array.ElementBytes)
    return true;
  bool Result = false;
  Values.forEachNode(A.Address, [&](ExprId Id) {
    const ExprKind Kind = Program.expr(Id).Kind;
    Result |= Kind == ExprKind::Builtin || Kind == ExprKind::Parameter ||
              Kind == ExprKind::Opaque || Kind == ExprKind::Shuffle;
  });
  return Result;
}

void KeptArrays::note(const Access &A) {
  if (!A.Array)
    return;
  const unsigned Array = *A.Array;
  IsIndexed[Array] = IsIndexed[Array] || isIndexed(A);
  if (A.Op == MemoryOperation::Store)
    IsStored[Array] = true;
  else if (A.Op != MemoryOperation::Load ||
           (IsVisible[Array] && !A.MayBeUnused))
    IsLoaded[Array] = true;
}

void KeptArrays::assign(const Stmt &S) {
  if (const std::optional<int64_t> Value = numberOf(Program, S.Value, Known))
    Known[S.Index] = *Value;
  else
    Known.erase(S.Index);
}

void KeptArrays::walkLoop(const Stmt &Loop) {
  // What the first round starts with decides whether there is one. No accesses
  // are noted yet: loops in conditions of loops would be walked ever more
  // often.
  for (const Stmt &S : Loop.Blocks[0]) {
    if (S.Kind == StmtKind::Assign)
      assign(S);
    llvm::for_each(S.Blocks, [this](const Block &B) { forget(B); });
  }
  if (Loop.TestFirst && numberOf(Program, Loop.Value, Known) == 0)
    return;
  for (const Block &B : Loop.Blocks)
    forget(B);
  for (const Block &B : Loop.Blocks)
    walk(B);
  for (const Block &B : Loop.Blocks)
    forget(B);
}

void KeptArrays::walk(const Block &B) {
  for (const Stmt &S : B) {
    switch (S.Kind) {
    case StmtKind::Assign:
      assign(S);
      break;
    case StmtKind::Access:
      note(Program.Accesses[S.Index]);
      break;
    case StmtKind::Barrier:
      IsVisible = IsStored;
      break;
    case StmtKind::Loop:
      walkLoop(S);
      break;
    case StmtKind::Region:
      walk(S.Blocks[0]);
      break;
    default: {
      const std::optional<int64_t> Way = S.Kind == StmtKind::If
                                             ? numberOf(Program, S.Value, Known)
                                             : std::nullopt;
      const KnownNumbers Before = Known;
      for (size_t I = 0; I != S.Blocks.size(); ++I) {
        Known = Before;
        if (!Way || (*Way != 0) == (I == 0))
          walk(S.Blocks[I]);
      }
      Known = Before;
      for (const Block &Side : S.Blocks)
        forget(Side);
    }
    }
  }
}
