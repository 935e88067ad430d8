//===- ArrayRoots.cpp - The arrays that addresses point into --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/ArrayRoots.h"

using namespace banklint;

ExprId banklint::addressBase(const KernelProgram &Program, ExprId Address) {
  const Expr &E = Program.expr(Address);
  const bool IsSum = E.Kind == ExprKind::Binary &&
                     (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub);
  return IsSum ? addressBase(Program, E.Operands[0]) : Address;
}

std::optional<unsigned> ArrayRoots::rootOf(unsigned Access) {
  auto [It, IsNew] = OfAccess.try_emplace(Access);
  if (!IsNew)
    return It->second;
  std::optional<ExprId> Pointer = Program.Accesses[Access].Address;
  for (unsigned Steps = 0; Pointer && Steps != MaxRootSteps; ++Steps) {
    const ExprId Base = addressBase(Program, *Pointer);
    const Expr &E = Program.expr(Base);
    if (E.Kind == ExprKind::Address)
      return It->second = E.Index;
    Pointer = Values.onlyValue(Base);
  }
  return std::nullopt;
}
