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
  for (size_t Number = 0; Number != Program.Arrays.size(); ++Number)
    if (const SharedArray &Array = Program.Arrays[Number];
        !Array.IsDynamic && !Array.IsLeftOut)
      End = llvm::alignTo(End, Array.Alignment) + BytesOf(Number);
  return End;
}

uint64_t banklint::staticBytes(const KernelProgram &Program) {
  return staticBytes(Program, [&Program](unsigned Number) {
    return Program.Arrays[Number].bytes();
  });
}

llvm::StringRef banklint::plainName(llvm::StringRef Name) {
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    Depth += Name[I] == '<';
    Depth -= Name[I] == '>' && Depth != 0;
    if (Depth == 0 && Name.substr(I).starts_with("::"))
      Begin = I + 2;
  }
  return Name.drop_front(Begin).take_until([](char C) { return C == '<'; });
}

bool banklint::isNamed(const KernelProgram &Program, llvm::StringRef Name) {
  return Program.Name == Name || plainName(Program.Name) == Name;
}
