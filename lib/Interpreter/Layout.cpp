//===- Layout.cpp - Hypotheses about the layout of an array ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

uint64_t Gaps::changed(uint64_t Elements) const {
  if (Size != 0)
    return Size;
  const uint64_t OldPitch = OldEvery + OldExtra;
  const uint64_t Packed =
      Elements / OldPitch * OldEvery + std::min(Elements % OldPitch, OldEvery);
  return Packed + llvm::divideCeil(Packed, Every) * Extra;
}

uint64_t LayoutChange::innerBytes() const {
  uint64_t Sum = 0;
  for (const InnerRows &Rows : Inner)
    Sum += Rows.total();
  return Sum;
}

LayoutChange LayoutChange::padding(unsigned Extent, int64_t Elements) {
  LayoutChange Change;
  Change.Padding.assign(Extent + 1, 0);
  Change.Padding[Extent] = Elements;
  return Change;
}

LayoutChange banklint::changeOf(llvm::ArrayRef<LayoutOverride> Layout,
                                unsigned Array) {
  for (const LayoutOverride &Override : Layout)
    if (Override.Array == Array)
      return Override.Change;
  return {};
}

ArrayLayout banklint::layoutOf(const SharedArray &Array,
                               const LayoutChange &Change) {
  ArrayLayout Layout;
  for (const Extent &E : Array.Extents)
    Layout.Extents.push_back(E.Elements);
  for (size_t I = 0; I < Change.Padding.size(); ++I)
    Layout.Extents[I] += Change.Padding[I];
  if (Change.Spread && Layout.Extents.back() != 0)
    Layout.Extents.back() = Change.Spread->changed(Layout.Extents.back());
  Layout.Strides.resize(Layout.Extents.size());
  int64_t Stride = Array.ElementBytes + Change.innerBytes();
  for (size_t I = Layout.Extents.size(); I-- != 0;) {
    Layout.Strides[I] = Stride;
    Stride *= Layout.Extents[I];
  }
  Layout.Bytes = Array.IsDynamic ? 0 : Stride;
  Layout.Permutation = Change.Permutation;
  Layout.Spread = Change.Spread;
  Layout.PieceBytes = Change.PieceBytes;
  Layout.Inner = Change.Inner;
  Layout.Tensor = Change.Tensor;
  Layout.ElementBytes = Array.ElementBytes + Change.innerBytes();
  return Layout;
}

std::optional<uint64_t> banklint::dynamicBytesOf(const SharedArray &Array,
                                                 const LayoutChange &Change,
                                                 uint64_t Bytes) {
  if (llvm::any_of(Change.Padding, [](int64_t Elements) { return Elements; }))
    return std::nullopt;
  if (!Change.Spread)
    return Bytes;
  const int64_t Elements = Bytes / Array.ElementBytes;
  return Bytes + (Change.Spread->moved(Elements) - Elements) *
                     uint64_t(Array.ElementBytes);
}

uint64_t banklint::alignmentKept(const SharedArray &Array,
                                 const LayoutChange &Change) {
  const ArrayLayout Before = layoutOf(Array), After = layoutOf(Array, Change);
  uint64_t Moves = Change.Spread
                       ? (Change.Spread->Extra | Change.Spread->OldExtra) *
                             Array.ElementBytes
                       : 0;
  for (size_t I = 0; I + 1 < Before.Strides.size(); ++I)
    Moves |= After.Strides[I] - Before.Strides[I];
  for (const InnerRows &Rows : Change.Inner)
    Moves |= Rows.Bytes;
  return Moves & -Moves;
}
