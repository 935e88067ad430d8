//===- BypassCopies.cpp - cp.async.cg -------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy past the first-level cache arrives by sectors of 32 bytes, two chunks
// of 16 bytes each. One wavefront moves what comes from one line of the source,
// goes to one line of shared memory, and
//
//   - lies in its sectors alike: whole sectors, whole sectors whose chunks
//     change places, or single chunks that come from the same half and go to
//     the same half;
//   - goes from even sectors to even ones and from odd ones to odd ones, or
//     crosswise throughout;
//   - takes each sector of the source once.
//
// Which sector of the line a sector goes to does not matter otherwise. Of lanes
// that write to one chunk, the lowest counts. Derived from patterns measured on
// an H200 (test/truth/h200-bypass-copies.tsv). A chunk of the source that goes
// to several places can cost more.
//
//===----------------------------------------------------------------------===//

#include "BypassCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <tuple>

using namespace banklint;

namespace {

constexpr unsigned ChunkBytes = 16;
constexpr unsigned ChunksPerSector = 2;

/// By number in the source and in shared memory.
struct Chunk {
  uint64_t From, To;
};

using Chunks = llvm::SmallVector<Chunk, WarpSize>;

/// What becomes of a sector, or of one chunk of it.
enum class Arrangement {
  Straight,
  Swapped,
  LowLow,
  LowHigh,
  HighLow,
  HighHigh
};

/// What a wavefront moves: the same but for Sector.
struct Transfer {
  uint64_t FromLine, ToLine;
  Arrangement How;
  bool IsCrosswise;
  /// Of the source.
  uint64_t Sector;

  auto wavefront() const {
    return std::tie(FromLine, ToLine, How, IsCrosswise);
  }
  bool operator<(const Transfer &Other) const {
    return std::tuple_cat(wavefront(), std::tie(Sector)) <
           std::tuple_cat(Other.wavefront(), std::tie(Other.Sector));
  }
};

using Transfers = llvm::SmallVector<Transfer, WarpSize>;

} // namespace

/// What the lanes copy, each place of shared memory once. \p MayLack: what any
/// of them may copy if others are missing.
static Chunks chunksOf(const WarpRequest &Request, bool MayLack = false) {
  Chunks Result;
  for (unsigned Lane : Request.Active) {
    const Chunk C{(*Request.Source)[Lane] / ChunkBytes,
                  Request.Address[Lane] / ChunkBytes};
    if (llvm::none_of(Result, [&](const Chunk &O) {
          return O.To == C.To && (!MayLack || O.From == C.From);
        }))
      Result.push_back(C);
  }
  return Result;
}

static bool isSpread(const Chunks &Copied) {
  return llvm::any_of(Copied, [&](const Chunk &A) {
    return llvm::any_of(Copied, [&](const Chunk &B) {
      return A.From == B.From && A.To != B.To;
    });
  });
}

static bool contains(const Chunks &Copied, uint64_t From, uint64_t To) {
  return llvm::any_of(
      Copied, [&](const Chunk &C) { return C.From == From && C.To == To; });
}

static uint64_t chunksPerLine(const Architecture &Arch) {
  return Arch.BankCount * Arch.BankBytes / ChunkBytes;
}

/// \p MayLack: both what whole sectors and what single chunks of them take.
static Transfers transfersOf(const Architecture &Arch, const Chunks &Copied,
                             bool MayLack = false) {
  Transfers Result;
  for (const auto &[From, To] : Copied) {
    const bool IsHigh = From % ChunksPerSector, GoesHigh = To % ChunksPerSector;
    const bool IsWhole = contains(Copied, From ^ 1, To ^ 1);
    const uint64_t Sector = From / ChunksPerSector;
    Transfer T{From / chunksPerLine(Arch), To / chunksPerLine(Arch),
               GoesHigh ? Arrangement::Swapped : Arrangement::Straight,
               ((Sector ^ (To / ChunksPerSector)) & 1) != 0, Sector};
    // The low chunk stands for both.
    if (IsWhole && !IsHigh)
      Result.push_back(T);
    if (IsWhole && !MayLack)
      continue;
    T.How = IsHigh ? (GoesHigh ? Arrangement::HighHigh : Arrangement::HighLow)
                   : (GoesHigh ? Arrangement::LowHigh : Arrangement::LowLow);
    Result.push_back(T);
  }
  llvm::sort(Result);
  return Result;
}

/// The wavefronts of all, and of the line of the source that takes most.
static std::pair<unsigned, unsigned> wavefrontsOf(const Transfers &Sorted) {
  unsigned Sum = 0, OfLine = 0, MostOfLine = 0;
  for (auto Begin = Sorted.begin(); Begin != Sorted.end();) {
    const auto End = std::find_if(Begin, Sorted.end(), [&](const Transfer &T) {
      return T.wavefront() != Begin->wavefront();
    });
    unsigned Most = 0;
    for (auto First = Begin; First != End;) {
      const auto Last = std::find_if(First, End, [&](const Transfer &T) {
        return T.Sector != First->Sector;
      });
      Most = std::max<unsigned>(Most, Last - First);
      First = Last;
    }
    const bool IsNewLine = Begin == Sorted.begin() ||
                           std::prev(Begin)->FromLine != Begin->FromLine;
    OfLine = (IsNewLine ? 0 : OfLine) + Most;
    MostOfLine = std::max(MostOfLine, OfLine);
    Sum += Most;
    Begin = End;
  }
  return {Sum, MostOfLine};
}

RequestCost banklint::costOfBypassCopy(const Architecture &Arch,
                                       const WarpRequest &Request) {
  const Chunks Copied = chunksOf(Request);
  RequestCost Cost;
  Cost.Kind = isSpread(Copied) ? CostKind::LowerBound : CostKind::Exact;
  std::tie(Cost.Wavefronts, Cost.Ways) =
      wavefrontsOf(transfersOf(Arch, Copied));
  Chunks Unmoved;
  for (const Chunk &C : Copied)
    if (!contains(Unmoved, C.From, C.From))
      Unmoved.push_back({C.From, C.From});
  Cost.Ideal =
      std::min(Cost.Wavefronts, wavefrontsOf(transfersOf(Arch, Unmoved)).first);
  return Cost;
}

RequestCost banklint::costOfSomeLanes(const Architecture &Arch,
                                      const WarpRequest &Request) {
  RequestCost Cost = costOfBypassCopy(Arch, Request);
  std::tie(Cost.Wavefronts, Cost.Ways) =
      wavefrontsOf(transfersOf(Arch, chunksOf(Request, /*MayLack=*/true),
                               /*MayLack=*/true));
  return Cost;
}
