//===- FlowCode.cpp - The steps of a flow in a program --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/FlowCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool banklint::isLoad(const KernelProgram &Program, const Stmt &S) {
  return S.Kind == StmtKind::Access &&
         Program.Accesses[S.Index].Op == MemoryOperation::Load;
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
