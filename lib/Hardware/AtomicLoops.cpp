//===- AtomicLoops.cpp - Atomics that are loops ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic without an instruction of its own is a loop: LDS, compute,
// ATOMS.CAST.SPIN. In each round the lanes that are left load, and in each part
// (half-warps for 8 bytes) one lane of each bank swaps, at two wavefronts a
// part. So the swaps of all rounds add up to twice the hits of each part; the
// loads have no such sum and are gathered round by round.
//
// A swap whose word an earlier part of the round has changed fails. Whether it
// was changed depends on data (adding zero does not), so with a word in both
// halves the rounds are the least. 16-bit adds are loops, too, in which all
// lanes that are left swap their whole word and one of each word succeeds.
//
//===----------------------------------------------------------------------===//

#include "AtomicLoops.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace banklint;

/// The bytes that a swapping lane has for itself.
static unsigned ownedBytes(const Architecture &Arch, unsigned Bytes) {
  return std::max(Bytes, Arch.BankBytes);
}

/// One round of swaps of the lanes in \p Left: the lanes that fail.
static LaneMask failingLanes(const Architecture &Arch,
                             const WarpRequest &Request, LaneMask Left) {
  unsigned Shift = llvm::countr_zero(ownedBytes(Arch, Request.Bytes));
  // As many as fill all banks once, which is the number of lanes in a part.
  unsigned Classes = (Arch.BankCount * Arch.BankBytes) >> Shift;
  LaneMask Failing;
  for (unsigned First = 0; First < WarpSize; First += Classes) {
    uint32_t Taken = 0;
    for (unsigned Lane :
         Left &LaneMask(LaneMask::first(Classes).bits() << First)) {
      uint32_t Class = uint32_t(1)
                       << ((Request.Address[Lane] >> Shift) & (Classes - 1));
      if (Taken & Class)
        Failing.set(Lane);
      Taken |= Class;
    }
  }
  return Failing;
}

/// True if each bank has one word for all lanes of \p Request.
static bool hasOneWordPerBank(const Architecture &Arch,
                              const WarpRequest &Request) {
  const unsigned Owned = ownedBytes(Arch, Request.Bytes);
  const unsigned Classes = Arch.BankCount * Arch.BankBytes / Owned;
  llvm::SmallDenseMap<unsigned, uint64_t, WarpSize> WordOf;
  for (unsigned Lane : Request.Active) {
    const uint64_t Word = Request.Address[Lane] / Owned;
    if (WordOf.try_emplace(Word % Classes, Word).first->second != Word)
      return false;
  }
  return true;
}

RequestCost banklint::costOfLoopLoads(const Architecture &Arch,
                                      const WarpRequest &Request) {
  RequestCost Sum;
  WarpRequest Load = Request;
  Load.Op = MemoryOperation::Load;
  while (Load.Active.any()) {
    RequestCost Cost = costOf(Arch, Load);
    Sum.Wavefronts += Cost.Wavefronts;
    Sum.Ideal += Cost.Ideal;
    Sum.Ways = std::max(Sum.Ways, Cost.Ways);
    Load.Active = failingLanes(Arch, Request, Load.Active);
    if (Load.Active.any())
      Sum.Kind = CostKind::ExactAlone;
  }
  if (hasOneWordPerBank(Arch, Request)) {
    Load.Active = Request.Active;
    Sum.CleanRound = costOf(Arch, Load).Wavefronts;
  }
  if (sharesAcrossSwaps(Arch, Request))
    Sum.Kind = CostKind::LowerBound;
  return Sum;
}

bool banklint::sharesAcrossSwaps(const Architecture &Arch,
                                 const WarpRequest &Request) {
  unsigned Owned = ownedBytes(Arch, Request.Bytes);
  unsigned LanesPerPart = Request.Bytes < Arch.BankBytes
                              ? 1
                              : Arch.BankCount * Arch.BankBytes / Owned;
  for (unsigned A : Request.Active)
    for (unsigned B : Request.Active)
      if (A / LanesPerPart != B / LanesPerPart &&
          Request.Address[A] / Owned == Request.Address[B] / Owned)
        return true;
  return false;
}
