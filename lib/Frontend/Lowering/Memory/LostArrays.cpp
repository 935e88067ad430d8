//===- LostArrays.cpp - Arrays that no access goes to ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/LostArrays.h"
#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// The arrays whose addresses accesses, comparisons and \p Unused are made of.
static llvm::BitVector reachedArrays(const KernelProgram &Program,
                                     llvm::ArrayRef<ExprId> Unused) {
  llvm::BitVector Reached(Program.Arrays.size());
  const AssignedValues Values(Program);
  AssignedValues::Visited Before;
  const auto Add = [&](ExprId Value) {
    Values.forEachNode(
        Value,
        [&](ExprId Node) {
          const banklint::Expr &E = Program.expr(Node);
          if (E.Kind == ExprKind::Address)
            Reached.set(E.Index);
        },
        Before);
  };
  llvm::for_each(Unused, Add);
  for (const Access &A : Program.Accesses) {
    if (A.Array)
      Reached.set(*A.Array);
    Add(A.Address);
  }
  // Pointers that are only compared miss no access.
  for (const banklint::Expr &E : Program.Exprs)
    if (E.Kind == ExprKind::Binary && isComparison(E.Binary))
      llvm::for_each(E.Operands, Add);
  return Reached;
}

/// True if \p A may go to any array, as far as the program says.
static bool maySeeAll(const KernelProgram &Program, const Access &A) {
  const banklint::Expr *Pointer = &Program.expr(A.Address);
  while (Pointer->Kind == ExprKind::Binary && Pointer->Binary == BinaryOp::Add)
    Pointer = &Program.expr(Pointer->Operands[0]);
  return !A.Array && Pointer->Kind == ExprKind::Opaque;
}

llvm::SmallVector<unsigned, 4>
banklint::lostArrays(const KernelProgram &Program,
                     llvm::ArrayRef<ExprId> Unused) {
  llvm::SmallVector<unsigned, 4> Lost;
  if (llvm::any_of(Program.Accesses, [&Program](const Access &A) {
        return maySeeAll(Program, A);
      }))
    return Lost;
  llvm::BitVector HasPointers(Program.Arrays.size());
  for (const banklint::Expr &E : Program.Exprs)
    if (E.Kind == ExprKind::Address)
      HasPointers.set(E.Index);
  const llvm::BitVector Reached = reachedArrays(Program, Unused);
  for (unsigned Array : HasPointers.set_bits())
    if (!Reached.test(Array))
      Lost.push_back(Array);
  return Lost;
}
