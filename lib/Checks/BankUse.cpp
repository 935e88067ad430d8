//===- BankUse.cpp - What the banks do for a witness ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

bool banklint::isAtomic(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Atomic:
  case MemoryOperation::AtomicCount:
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
  case MemoryOperation::AtomicHalfAdd:
  case MemoryOperation::AtomicLoopLoad:
    return true;
  default:
    return false;
  }
}

bool banklint::servesSingleLanes(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
  case MemoryOperation::Store:
  case MemoryOperation::AtomicCount:
  case MemoryOperation::AtomicLoopLoad:
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return false;
  case MemoryOperation::Atomic:
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
  case MemoryOperation::AtomicHalfAdd:
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    return true;
  }
  llvm_unreachable("covered switch");
}

unsigned banklint::timesUsed(MemoryOperation Op,
                             llvm::ArrayRef<BankWord> Words) {
  if (!servesSingleLanes(Op))
    return Words.size();
  unsigned Lanes = 0;
  for (const BankWord &Word : Words)
    Lanes += Word.Lanes.count();
  return Lanes;
}

/// True if each part lies in one of the groups of \p Size lanes that the warp
/// is cut into.
static bool fitsGroups(llvm::ArrayRef<BankMap> Maps, unsigned Size) {
  return llvm::all_of(Maps, [Size](const BankMap &Map) {
    unsigned First = Map.Lanes.lowest() / Size * Size;
    LaneMask Group(LaneMask::first(Size).bits() << First);
    return Group.contains(Map.Lanes);
  });
}

llvm::StringRef banklint::partName(llvm::ArrayRef<BankMap> Maps) {
  if (Maps.size() <= 1)
    return "warp";
  return fitsGroups(Maps, WarpSize / 4) ? "quarter-warp" : "half-warp";
}

std::string banklint::spellLanes(LaneMask Lanes) {
  std::string Text;
  for (unsigned First = 0; First < WarpSize; ++First) {
    if (!Lanes.test(First))
      continue;
    unsigned Last = First;
    while (Last + 1 < WarpSize && Lanes.test(Last + 1))
      ++Last;
    Text += (Text.empty() ? "" : ", ") + std::to_string(First);
    if (Last != First)
      Text += (Last == First + 1 ? ", " : "-") + std::to_string(Last);
    First = Last;
  }
  return (Lanes.count() == 1 ? "lane " : "lanes ") + Text;
}
