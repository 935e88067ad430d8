//===- ReferenceBanks.cpp - The bank rules, word by word ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceBanks.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace banklint;

using Lanes = std::set<unsigned>;

static std::vector<uint64_t> wordsOf(uint64_t Address, unsigned Bytes) {
  std::set<uint64_t> Words;
  for (unsigned Byte = 0; Byte < Bytes; ++Byte)
    Words.insert((Address + Byte) / 4);
  return {Words.begin(), Words.end()};
}

static unsigned words(const Lanes &P, const LaneAddresses &Address,
                      unsigned Bytes) {
  std::map<unsigned, std::set<uint64_t>> WordsOfBank;
  size_t Most = 0;
  for (unsigned Lane : P)
    for (uint64_t Word : wordsOf(Address[Lane], Bytes)) {
      WordsOfBank[Word % 32].insert(Word);
      Most = std::max(Most, WordsOfBank[Word % 32].size());
    }
  return Most;
}

static unsigned hits(const Lanes &P, const LaneAddresses &Address,
                     unsigned Bytes) {
  std::map<unsigned, unsigned> AccessesOfBank;
  unsigned Most = 0;
  for (unsigned Lane : P)
    for (uint64_t Word : wordsOf(Address[Lane], Bytes))
      Most = std::max(Most, ++AccessesOfBank[Word % 32]);
  return Most;
}

static std::vector<Lanes> parts(const Lanes &Active, unsigned Size) {
  std::map<unsigned, Lanes> ByNumber;
  for (unsigned Lane : Active)
    ByNumber[Lane / Size].insert(Lane);
  std::vector<Lanes> Parts;
  for (const auto &[Number, Part] : ByNumber)
    Parts.push_back(Part);
  return Parts;
}

static bool paired(const Lanes &Active, const LaneAddresses &Address,
                   unsigned K) {
  return std::all_of(Active.begin(), Active.end(), [&](unsigned Lane) {
    return !Active.count(Lane ^ K) || Address[Lane ^ K] == Address[Lane];
  });
}

/// Stores, atomics and asynchronous copies: half-warps for 8 bytes, quarter
/// warps for 16.
static unsigned unjoinedPart(unsigned Bytes) {
  return Bytes == 16 ? 8 : Bytes == 8 ? 16 : 32;
}

static unsigned loadPart(const Lanes &Active, const WarpRequest &Request) {
  bool Paired =
      paired(Active, Request.Address, 1) || paired(Active, Request.Address, 2);
  if (Request.Bytes == 8)
    return Paired ? 32 : 16;
  if (Request.Bytes == 16)
    return Paired ? 16 : 8;
  return 32;
}

static ReferenceCost byWords(const std::vector<Lanes> &Parts,
                             const WarpRequest &Request) {
  ReferenceCost Cost;
  for (const Lanes &P : Parts) {
    unsigned Most = words(P, Request.Address, Request.Bytes);
    Cost.Wavefronts += Most;
    Cost.Ways = std::max(Cost.Ways, Most);
    ++Cost.Ideal;
  }
  return Cost;
}

static ReferenceCost byHits(const Lanes &Active, const WarpRequest &Request,
                            unsigned Repeats) {
  ReferenceCost Cost;
  for (const Lanes &P : parts(Active, unjoinedPart(Request.Bytes))) {
    unsigned Most = hits(P, Request.Address, Request.Bytes);
    unsigned Fetched = 0;
    if (Request.Op == MemoryOperation::AsyncCopy && Request.Source)
      Fetched = hits(P, *Request.Source, Request.Bytes);
    Cost.Wavefronts += Repeats * std::max(Most, Fetched);
    Cost.Ways = std::max(Cost.Ways, Most);
    Cost.Ideal += Repeats;
  }
  return Cost;
}

/// In each round one lane of each bank and part is done.
static ReferenceCost loopLoads(Lanes Active, const WarpRequest &Request) {
  ReferenceCost Sum;
  while (!Active.empty()) {
    ReferenceCost Round =
        byWords(parts(Active, loadPart(Active, Request)), Request);
    Sum.Wavefronts += Round.Wavefronts;
    Sum.Ideal += Round.Ideal;
    Sum.Ways = std::max(Sum.Ways, Round.Ways);
    for (const Lanes &P : parts(Active, unjoinedPart(Request.Bytes))) {
      std::set<uint64_t> Swapped;
      for (unsigned Lane : P)
        if (Swapped.insert(Request.Address[Lane] / 4 % 32).second)
          Active.erase(Lane);
    }
  }
  return Sum;
}

static ReferenceCost matrices(const Lanes &Active, const WarpRequest &Request,
                              unsigned Count) {
  std::vector<Lanes> Rows;
  for (const Lanes &P : parts(Active, 8))
    if (*P.begin() < 8 * Count)
      Rows.push_back(P);
  return byWords(Rows, Request);
}

ReferenceCost banklint::referenceCostOf(const WarpRequest &Request) {
  Lanes Active;
  for (unsigned Lane : Request.Active)
    Active.insert(Lane);
  switch (Request.Op) {
  case MemoryOperation::Load:
    return byWords(parts(Active, loadPart(Active, Request)), Request);
  case MemoryOperation::Store:
  case MemoryOperation::AtomicCount:
    return byWords(parts(Active, unjoinedPart(Request.Bytes)), Request);
  case MemoryOperation::Atomic:
  case MemoryOperation::AsyncCopy:
    return byHits(Active, Request, /*Repeats=*/1);
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicHalfAdd:
    return byHits(Active, Request, /*Repeats=*/2);
  case MemoryOperation::AtomicPackedAdd: {
    ReferenceCost Cost = byHits(Active, Request, /*Repeats=*/2);
    if (!Active.empty())
      ++Cost.Wavefronts, ++Cost.Ideal;
    return Cost;
  }
  case MemoryOperation::AtomicLoopLoad:
    return loopLoads(Active, Request);
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixStore1:
    return matrices(Active, Request, 1);
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixStore2:
    return matrices(Active, Request, 2);
  case MemoryOperation::MatrixLoad4:
  case MemoryOperation::MatrixStore4:
    return matrices(Active, Request, 4);
  case MemoryOperation::AsyncCopyBypass:
    break;
  }
  llvm_unreachable("operation without a formula");
}
