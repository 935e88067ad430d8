//===- KernelProgram.cpp - A lowered kernel as plain data ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

uint64_t SharedArray::bytes() const {
  if (IsDynamic)
    return 0;
  uint64_t Result = ElementBytes;
  for (const Extent &E : Extents)
    Result = llvm::SaturatingMultiply(Result, E.Elements);
  return Result;
}

void banklint::forEachStmt(const Block &B,
                           llvm::function_ref<void(const Stmt &)> Visit) {
  for (const Stmt &S : B) {
    Visit(S);
    for (const Block &Inner : S.Blocks)
      forEachStmt(Inner, Visit);
  }
}

/// The side of \p S that a constant condition never takes, or null.
static const Block *leftOutSide(const KernelProgram &Program, const Stmt &S) {
  if (S.Kind != StmtKind::If)
    return nullptr;
  const Expr &Condition = Program.expr(S.Value);
  if (Condition.Kind != ExprKind::Constant)
    return nullptr;
  return &S.Blocks[Condition.Value != 0 ? 1 : 0];
}

static void forEachCompiled(const KernelProgram &Program, const Block &B,
                            llvm::function_ref<void(const Stmt &)> Visit) {
  for (const Stmt &S : B) {
    Visit(S);
    const Block *LeftOut = leftOutSide(Program, S);
    for (const Block &Inner : S.Blocks)
      if (&Inner != LeftOut)
        forEachCompiled(Program, Inner, Visit);
  }
}

void banklint::forEachCompiledStmt(
    const KernelProgram &Program,
    llvm::function_ref<void(const Stmt &)> Visit) {
  forEachCompiled(Program, Program.Body, Visit);
}

/// Adds the arrays that \p S itself uses.
static void addArrays(const KernelProgram &Program, const Stmt &S,
                      llvm::BitVector &Arrays) {
  llvm::SmallVector<ExprId, 16> Left;
  llvm::SmallDenseSet<unsigned, 16> Seen;
  if (S.Value.isValid())
    Left.push_back(S.Value);
  if (S.Kind == StmtKind::Access) {
    const Access &A = Program.Accesses[S.Index];
    llvm::append_range(Left, A.operands());
    if (A.Array)
      Arrays.set(*A.Array);
  }
  while (!Left.empty()) {
    const ExprId Id = Left.pop_back_val();
    if (!Seen.insert(Id.Index).second)
      continue;
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Address)
      Arrays.set(E.Index);
    llvm::append_range(Left, E.Operands);
  }
}

llvm::BitVector banklint::compiledArrays(const KernelProgram &Program) {
  llvm::BitVector Result(Program.Arrays.size(), true);
  llvm::BitVector LeftOut(Program.Arrays.size());
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (const Block *Side = leftOutSide(Program, S))
      forEachStmt(*Side, [&](const Stmt &Inner) {
        addArrays(Program, Inner, LeftOut);
      });
  });
  if (LeftOut.none())
    return Result;
  llvm::BitVector Compiled(Program.Arrays.size());
  forEachCompiledStmt(Program,
                      [&](const Stmt &S) { addArrays(Program, S, Compiled); });
  LeftOut.reset(Compiled);
  return Result.reset(LeftOut);
}

void banklint::forEachVariable(const KernelProgram &Program, ExprId Value,
                               llvm::function_ref<void(unsigned)> Visit) {
  llvm::SmallVector<ExprId, 16> Left{Value};
  llvm::SmallDenseSet<unsigned, 16> Seen;
  llvm::SmallDenseSet<unsigned, 8> Variables;
  while (!Left.empty()) {
    const ExprId Id = Left.pop_back_val();
    if (!Seen.insert(Id.Index).second)
      continue;
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Variable && Variables.insert(E.Index).second)
      Visit(E.Index);
    llvm::append_range(Left, E.Operands);
  }
}

uint64_t banklint::staticBytes(const KernelProgram &Program,
                               llvm::function_ref<uint64_t(unsigned)> BytesOf) {
  uint64_t End = 0;
  for (unsigned Number : compiledArrays(Program).set_bits())
    if (const SharedArray &Array = Program.Arrays[Number]; !Array.IsDynamic)
      End = llvm::alignTo(End, Array.Alignment) + BytesOf(Number);
  return End;
}

uint64_t banklint::staticBytes(const KernelProgram &Program) {
  return staticBytes(Program, [&Program](unsigned Number) {
    return Program.Arrays[Number].bytes();
  });
}
