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
  if (Emit.LibraryCall || Result.Kind != LValue::Record)
    return;
  const TensorTypes::Tensor Tensor = Emit.Tensors.madeBy(Call);
  if (!Tensor.IsShared)
    return;
  const int64_t End =
      Result.Bytes +
      Emit.Context.getTypeSizeInChars(Call.getType()).getQuantity();
  for (const auto &[Byte, Variable] : Mem.record(Result.Index).Variables)
    if (Byte >= Result.Bytes && Byte < End)
      All.push_back({Emit.Builder.variable(Variable), Tensor.Layout});
}

namespace {
struct Start {
  unsigned Array;
  int64_t Bytes;
};
} // namespace

/// Where \p Pointer points to; nothing if that is not one place.
static std::optional<Start> startOf(const KernelProgram &Program,
                                    const AssignedValues &Values,
                                    ExprId Pointer) {
  const auto ConstantOf = [&](ExprId Id) -> std::optional<int64_t> {
    const banklint::Expr &E = Program.expr(Values.resolved(Id));
    return E.Kind == ExprKind::Constant ? std::optional(E.Value) : std::nullopt;
  };
  int64_t Bytes = 0;
  for (;;) {
    Pointer = Values.resolved(Pointer);
    const banklint::Expr &E = Program.expr(Pointer);
    if (E.Kind == ExprKind::Binary && E.Binary == BinaryOp::Add) {
      const std::optional<int64_t> More = ConstantOf(E.Operands[1]);
      if (!More)
        return std::nullopt;
      Bytes += *More;
      Pointer = E.Operands[0];
      continue;
    }
    if (E.Kind != ExprKind::Address)
      return std::nullopt;
    const SharedArray &Array = Program.Arrays[E.Index];
    uint64_t Stride = Array.ElementBytes;
    for (size_t I = Array.Extents.size(); I-- != 0;) {
      // A sub-array has fewer subscripts than its array.
      const std::optional<int64_t> Subscript = I + 1 < E.Operands.size()
                                                   ? ConstantOf(E.Operands[I])
                                                   : std::optional<int64_t>(0);
      if (!Subscript)
        return std::nullopt;
      Bytes += *Subscript * int64_t(Stride);
      Stride *= Array.Extents[I].Elements;
    }
    const std::optional<int64_t> Inner = ConstantOf(E.Operands.back());
    return Inner ? std::optional(Start{E.Index, Bytes + *Inner}) : std::nullopt;
  }
}

void ArrayTensors::finish() {
  if (All.empty())
    return;
  const AssignedValues Values(Emit.Program);
  std::vector<bool> HasOthers(Emit.Program.Arrays.size());
  for (const Made &Each : All) {
    const std::optional<Start> At = startOf(Emit.Program, Values, Each.Pointer);
    if (!At || At->Bytes < 0) {
      Values.forEachNode(Each.Pointer, [&](ExprId Node) {
        const banklint::Expr &E = Emit.Program.expr(Node);
        if (E.Kind == ExprKind::Address)
          HasOthers[E.Index] = true;
      });
      continue;
    }
    SharedArray &Array = Emit.Program.Arrays[At->Array];
    if (Array.TensorCount++ == 0)
      Array.Tensor = Each.Layout;
    else if (!(Array.Tensor == Each.Layout))
      HasOthers[At->Array] = true;
    Array.TensorStarts |= uint64_t(At->Bytes);
  }
  for (auto [Array, IsOther] : llvm::zip(Emit.Program.Arrays, HasOthers))
    if (IsOther)
      Array.Tensor = std::nullopt;
}
