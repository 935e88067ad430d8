//===- FlowCode.cpp - The steps of a flow in a program --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/FlowCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool banklint::isKnownLoad(const KernelProgram &Program, const Stmt &S) {
  if (S.Kind != StmtKind::Access)
    return false;
  const Access &A = Program.Accesses[S.Index];
  const Expr &Address = Program.expr(A.Address);
  return A.Op == MemoryOperation::Load &&
         !(Address.Kind == ExprKind::Opaque && Address.Operands.empty());
}

static bool isStep(const Stmt &S) { return S.Kind == StmtKind::Flow; }

bool banklint::hasOnlyFlow(const Block &B) { return llvm::all_of(B, isStep); }

static void removeFrom(Block &B) {
  llvm::erase_if(B, isStep);
  for (Stmt &S : B)
    for (Block &Inner : S.Blocks)
      removeFrom(Inner);
}

void banklint::removeFlow(KernelProgram &Program) {
  removeFrom(Program.Body);
  Program.Flow.clear();
}
