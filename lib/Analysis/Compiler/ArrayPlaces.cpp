//===- ArrayPlaces.cpp - Where the compiler places arrays -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/ArrayPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

/// Finds the arrays that the compiler surely keeps: something other than
/// loads and stores uses them, or a load does behind a barrier and a store, and
/// not just one constant is stored.
class KeptArrays {
public:
  explicit KeptArrays(const KernelProgram &Program)
      : IsKept(Program.Arrays.size()), IsUsed(IsKept), Program(Program),
        IsStored(IsKept), IsVisible(IsKept), Stores(IsKept.size()) {
    walk(Program.Body);
  }

  std::vector<bool> IsKept;
  std::vector<bool> IsUsed;

private:
  void walk(const Block &B);
  void note(const Access &A);

  const KernelProgram &Program;
  /// Stored to so far, and so before a barrier.
  std::vector<bool> IsStored, IsVisible;
  std::vector<unsigned> Stores;
};

} // namespace

void KeptArrays::note(const Access &A) {
  if (!A.Array)
    return;
  const SharedArray &Array = Program.Arrays[*A.Array];
  IsUsed[*A.Array] = true;
  if (A.Op == MemoryOperation::Load) {
    const bool MayBeConstant =
        Array.bytes() == Array.ElementBytes && Stores[*A.Array] < 2;
    if (IsVisible[*A.Array] && !A.MayBeUnused && !MayBeConstant)
      IsKept[*A.Array] = true;
  } else if (A.Op == MemoryOperation::Store) {
    IsStored[*A.Array] = true;
    ++Stores[*A.Array];
  } else {
    // Atomic operations, copies and matrix fragments.
    IsKept[*A.Array] = true;
  }
}

void KeptArrays::walk(const Block &B) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Access)
      note(Program.Accesses[S.Index]);
    else if (S.Kind == StmtKind::Barrier)
      IsVisible = IsStored;
    const Expr *Condition =
        S.Kind == StmtKind::If ? &Program.expr(S.Value) : nullptr;
    for (const auto &[Number, Nested] : llvm::enumerate(S.Blocks))
      // What surely is not executed uses nothing.
      if (!Condition || Condition->Kind != ExprKind::Constant ||
          (Condition->Value != 0) == (Number == 0))
        walk(Nested);
  }
}

ArrayPlaces::ArrayPlaces(const KernelProgram &Program,
                         llvm::ArrayRef<LayoutOverride> Layout)
    : Bits(Program.Arrays.size()) {
  constexpr uint64_t Widest = 1 << WidestBits;
  if (Program.IsRelocatable) {
    for (const auto &[Number, Array] : llvm::enumerate(Program.Arrays))
      Bits[Number] = Array.IsDynamic
                         ? WidestBits
                         : llvm::countr_zero(Array.Alignment | Widest);
    return;
  }
  std::vector<uint64_t> Sizes;
  std::vector<unsigned> Ordered;
  unsigned Uneven = 0, UnevenElsewhere = 0;
  for (const auto &[Number, Array] : llvm::enumerate(Program.Arrays)) {
    Sizes.push_back(layoutOf(Array, changeOf(Layout, Number)).Bytes);
    const bool IsUneven = !Array.IsDynamic && Sizes[Number] % Widest != 0;
    Uneven += IsUneven;
    UnevenElsewhere += IsUneven && Array.Order == 0;
    if (Array.Order != 0)
      Ordered.push_back(Number);
  }
  // Those of which all others are multiples of 16 bytes, in any order.
  for (const auto &[Number, Array] : llvm::enumerate(Program.Arrays))
    if (Array.IsDynamic || Uneven == 0 ||
        (Uneven == 1 && Sizes[Number] % Widest != 0))
      Bits[Number] = WidestBits;
  if (UnevenElsewhere != 0 || Program.ParseErrors != 0)
    return;
  llvm::sort(Ordered, [&Program](unsigned A, unsigned B) {
    return Program.Arrays[A].Order < Program.Arrays[B].Order;
  });
  const KeptArrays Arrays(Program);
  uint64_t End = 0;
  for (unsigned Number : Ordered) {
    const uint64_t Start = llvm::alignTo(
        End, std::min<uint64_t>(Widest, Program.Arrays[Number].Alignment));
    Bits[Number] = llvm::countr_zero(Start | Widest);
    if (!Arrays.IsUsed[Number])
      continue;
    const uint64_t Next = (Start + Sizes[Number]) % Widest;
    // What follows depends on whether this one is there.
    if (Next != End && !Arrays.IsKept[Number])
      return;
    End = Next;
  }
}
