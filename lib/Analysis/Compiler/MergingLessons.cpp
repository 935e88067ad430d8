//===- MergingLessons.cpp - What refutes merging
//---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What other executions of the same code show: the compiler can't rely on an
// alignment that one of them does not have.
//
//===----------------------------------------------------------------------===//

#include "Compiler/CodeCopies.h"
#include "Compiler/Merging.h"

using namespace banklint;

/// Enters the low bits of \p New's addresses into those of its copy of code.
void MergeWindow::noteAlignment(const WindowEntry &New,
                                const AccessEvent &Event) {
  constexpr unsigned Mask = MaxMergedBytes - 1;
  const LaneMask Lanes = New.Pattern.Lanes;
  unsigned First = New.Address.base(Lanes.lowest()) & Mask;
  auto [It, IsNew] = Copies.try_emplace(
      New.Code, CopyBits{New.Warp, First, 0, 0, false, {}, LaneMask()});
  CopyBits &Copy = It->second;
  const bool IsSameWarp = !IsNew && Copy.Warp == New.Warp;
  Copy.Warp = New.Warp;
  for (unsigned Lane : Lanes) {
    const uint8_t Bits = New.Address.base(Lane) & Mask;
    // Two executions by one warp: loops that the code does not tell apart.
    Copy.IsAmbiguous |=
        IsSameWarp && Copy.Lanes.test(Lane) && Copy.Last[Lane] != Bits;
    Copy.Last[Lane] = Bits;
    Copy.Varying |= Bits ^ Copy.Bits;
  }
  Copy.Lanes = IsSameWarp ? Copy.Lanes | Lanes : Lanes;
  for (const LoopPosition &Loop : Event.Loops)
    Copy.IsAmbiguous |= !Loop.Value;
}

/// The lanes of \p Event do not stand alike: nobody can prove the alignment of
/// the code that it executes.
void MergeWindow::noteUnalike(const AccessEvent &Event) {
  const std::optional<size_t> Code = oneCodeOf(Event);
  if (!Code)
    return;
  bool &IsUnalike = InOneCode[*Code].IsUnalike;
  LanesChanges += !IsUnalike;
  IsUnalike = true;
}

/// Notes that the lanes of \p New stand alike and would be merged. Returns
/// false if others that execute its code do not stand alike.
bool MergeWindow::noteAlike(const WindowEntry &New) {
  if (!New.OneCode)
    return true;
  if (Lessons.VaryingLanes.count(*New.OneCode))
    return false;
  LanesSeen &Seen = InOneCode[*New.OneCode];
  if (Seen.IsUnalike)
    return false;
  LanesChanges += !Seen.WouldMerge;
  Seen.WouldMerge = true;
  return true;
}

MergeLessons MergeWindow::lessons() const {
  MergeLessons Result = Lessons;
  for (const auto &[Code, Seen] : InOneCode)
    if (Seen.IsUnalike && Seen.WouldMerge)
      Result.VaryingLanes.insert(Code);
  for (const auto &[Code, Copy] : Copies)
    if (!Copy.IsAmbiguous && Copy.MergedBytes != 0 &&
        (Copy.Varying & (Copy.MergedBytes - 1)) != 0)
      Result.VaryingBits[Code] |= Copy.Varying;
  return Result;
}
