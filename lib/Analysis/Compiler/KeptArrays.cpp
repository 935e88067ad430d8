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

/// The number that \p Id surely is here.
std::optional<int64_t> KeptArrays::valueOf(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  const auto Operand = [&](unsigned Number) {
    return valueOf(E.Operands[Number]);
  };
  switch (E.Kind) {
  case ExprKind::Constant:
    return E.Value;
  case ExprKind::Variable: {
    const auto Found = Known.find(E.Index);
    return Found == Known.end() ? std::nullopt : std::optional(Found->second);
  }
  case ExprKind::Convert: {
    const std::optional<int64_t> Value = Operand(0);
    return Value ? std::optional(canonical(*Value, E.Type)) : std::nullopt;
  }
  case ExprKind::Unary: {
    const std::optional<int64_t> Value = Operand(0);
    return Value ? std::optional(evaluate(E.Unary, *Value,
                                          Program.expr(E.Operands[0]).Type))
                 : std::nullopt;
  }
  case ExprKind::Binary: {
    const std::optional<int64_t> Left = Operand(0), Right = Operand(1);
    // One side may decide.
    for (const std::optional<int64_t> &Side : {Left, Right})
      if (Side && (E.Binary == BinaryOp::LogicalAnd  ? *Side == 0
                   : E.Binary == BinaryOp::LogicalOr ? *Side != 0
                                                     : false))
        return *Side != 0;
    return Left && Right ? evaluate(E.Binary, *Left, *Right,
                                    Program.expr(E.Operands[0]).Type)
                         : std::nullopt;
  }
  default:
    return std::nullopt;
  }
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

void KeptArrays::walkLoop(const Stmt &Loop) {
  // What the first round starts with decides whether there is one.
  walk(Loop.Blocks[0]);
  if (Loop.TestFirst && valueOf(Loop.Value) == 0)
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
      if (const std::optional<int64_t> Value = valueOf(S.Value))
        Known[S.Index] = *Value;
      else
        Known.erase(S.Index);
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
      const std::optional<int64_t> Way =
          S.Kind == StmtKind::If ? valueOf(S.Value) : std::nullopt;
      const llvm::DenseMap<unsigned, int64_t> Before = Known;
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
