//===- PartedCopies.cpp - Structs of which the compiler copies a part -----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Reuse.h"

using namespace banklint;

/// True if the lanes of both surely access some of the same bytes, at one
/// distance.
static bool overlapAlike(const SpareEntry &Old, const SpareEntry &New) {
  const LaneMask Common = Old.Lanes & New.Lanes;
  if (!Old.IsAffine || !New.IsAffine || Common.none())
    return false;
  const std::optional<int64_t> Offset =
      distance(Old.Address, New.Address, Common);
  return Offset && *Offset > -int64_t(New.Bytes) &&
         *Offset < int64_t(Old.Bytes);
}

/// Notes copies of structs of which members may be left out: the store \p New
/// may write back what \p Old has loaded, and an access to a part of the struct
/// may serve it or make it vain.
void ReuseWindow::noteParted(const SpareEntry &Old, const SpareEntry &New) {
  const auto IsWhole = [this](const SpareEntry &E) {
    return Program.Accesses[E.Access].IsWhole;
  };
  const bool IsOldLoad = Old.Op == MemoryOperation::Load;
  const bool MayRestore = IsOldLoad && New.Op == MemoryOperation::Store;
  if (!(IsWhole(Old) || IsWhole(New)) ||
      !(Old.IsCurrent || (!IsOldLoad && Old.IsUnread)) ||
      !(MayRestore || Old.Bytes != New.Bytes) || !overlapAlike(Old, New))
    return;
  Parted.insert(Old.Access);
  Parted.insert(New.Access);
}
