//===- ArrayTensors.cpp - Tensors that are made of arrays -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/ArrayTensors.h"
#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

void ArrayTensors::note(const clang::Expr &Call, const LValue &Result) {
  const TensorTypes::Tensor Tensor = Emit.Tensors.of(Call.getType());
  if (!Tensor.IsShared || Emit.LibraryCall || Emit.Tensors.hasShared(Call) ||
      Result.Kind != LValue::Record)
    return;
  const int64_t End =
      Result.Bytes +
      Emit.Context.getTypeSizeInChars(Call.getType()).getQuantity();
  for (const auto &[Byte, Variable] : Mem.record(Result.Index).Variables)
    if (Byte >= Result.Bytes && Byte < End)
      All.push_back({Emit.Builder.variable(Variable), Tensor.Layout});
}

void ArrayTensors::finish() {
  if (All.empty())
    return;
  const AssignedValues Values(Emit.Program);
  std::vector<bool> HasOthers(Emit.Program.Arrays.size());
  for (const Made &Each : All)
    Values.forEachNode(Each.Pointer, [&](ExprId Node) {
      const banklint::Expr &E = Emit.Program.expr(Node);
      if (E.Kind != ExprKind::Address)
        return;
      SharedArray &Array = Emit.Program.Arrays[E.Index];
      if (Array.TensorCount++ == 0)
        Array.Tensor = Each.Layout;
      else if (!(Array.Tensor == Each.Layout))
        HasOthers[E.Index] = true;
    });
  for (auto [Array, IsOther] : llvm::zip(Emit.Program.Arrays, HasOthers))
    if (IsOther)
      Array.Tensor = std::nullopt;
}
