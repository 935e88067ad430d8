//===- ArrayPlaces.cpp - Where the compiler places arrays -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/ArrayPlaces.h"
#include "Compiler/KeptArrays.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

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
    if (Array.IsDynamic ||
        (!Program.HasUnknownArrays &&
         (Uneven == 0 || (Uneven == 1 && Sizes[Number] % Widest != 0))))
      Bits[Number] = WidestBits;
  if (Uneven == 0 || UnevenElsewhere != 0 || Program.ParseErrors != 0 ||
      Program.HasUnknownArrays || !applies(Mechanism::ArrayPlaces))
    return;
  llvm::sort(Ordered, [&Program](unsigned A, unsigned B) {
    return Program.Arrays[A].Order < Program.Arrays[B].Order;
  });
  const KeptArrays Kept(Program);
  uint64_t End = 0;
  for (unsigned Number : Ordered) {
    const uint64_t Start = llvm::alignTo(
        End, std::min<uint64_t>(Widest, Program.Arrays[Number].Alignment));
    Bits[Number] = llvm::countr_zero(Start | Widest);
    const uint64_t Next = (Start + Sizes[Number]) % Widest;
    // What follows depends on whether this one is there.
    if (Next != End &&
        !(Kept.contains(Number) && applies(Mechanism::KeptArrays)))
      return;
    End = Next;
  }
}
