//===- RequestCosts.h - Costs of access patterns ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H
#define BANKLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H

#include "Costs/AccessPattern.h"
#include "banklint/Hardware/Wavefronts.h"
#include <map>

namespace banklint {

/// True if \p A has more excess wavefronts than \p B, or as many and more ways.
bool isWorse(const RequestCost &A, const RequestCost &B);
bool isSame(const RequestCost &A, const RequestCost &B);

/// True if the lanes of one \p Op to one word share its wavefront, so that the
/// words of each bank determine the wavefronts.
bool sharesWords(MemoryOperation Op);

/// What else is known of the cost of a copy past the cache.
struct CopyFacts {
  /// Where the source lies if the cost is the worst.
  unsigned Shift = 0;
  int64_t Pitch = 0;
  /// The most that it costs if no lane is missing and all rows of the source
  /// start with a line.
  RequestCost IfInStep;
  /// If no lane is missing: the cost of the least excess, and of the fewest
  /// wavefronts.
  RequestCost Least, Fewest;
};

/// What a pattern costs for one value of its symbol.
struct PatternCost {
  /// The sum over the pieces, for the worst of the possible shifts.
  RequestCost Cost;
  /// That shift, in bytes.
  unsigned Shift = 0;
  /// False if no possible shift aligns all lanes to the access's width.
  bool IsAligned = false;
  /// All possible shifts cost the same.
  bool IsOneCost = true;
  /// Set for a copy past the cache.
  CopyFacts Copy;
  /// The most wavefronts of all possible shifts, and of all values, where Cost
  /// is the worst of several: another one than Cost may have them.
  unsigned MostWavefronts = 0;

  /// Includes \p Other, which is aligned: what another value costs. True if it
  /// is the worst so far; then the rest of this is of it, too.
  bool include(const PatternCost &Other);
};

/// Computes costs and remembers some of them: loops and warps repeat requests.
class RequestCosts {
public:
  explicit RequestCosts(const Architecture &Arch) : Arch(Arch), Cache(256) {}

  /// Unknown for a copy past the cache if too many different ones came before.
  PatternCost costOf(const AccessPattern &Pattern, int64_t SymbolValue);

  /// The request of one piece, the worst, that \p Cost was computed for.
  WarpRequest worstRequest(const AccessPattern &Pattern, int64_t SymbolValue,
                           const PatternCost &Cost) const;

  const Architecture &Arch;

private:
  /// All that determines a cost: equal keys cost the same.
  struct Key {
    std::array<uint32_t, WarpSize> Offset{};
    uint32_t Lanes = 0;
    /// Operation, Bytes and ShiftStep.
    uint32_t Shape = 0;
    uint32_t Pieces = 0;

    bool operator==(const Key &Other) const {
      return Lanes == Other.Lanes && Shape == Other.Shape &&
             Pieces == Other.Pieces && Offset == Other.Offset;
    }
  };
  struct Entry {
    Key Of;
    PatternCost Cost;
  };

  Key keyOf(const AccessPattern &Pattern, int64_t SymbolValue) const;
  WarpRequest requestOf(const AccessPattern &Pattern, const Key &Of) const;
  PatternCost compute(const AccessPattern &Pattern, const Key &Of) const;

  PatternCost costOfCopy(const AccessPattern &Pattern, const Key &Of);

  /// By what determines them.
  std::map<std::vector<int64_t>, PatternCost> Copies;
  /// Indexed by a hash of the key; a new entry overwrites. Keys without lanes
  /// are free.
  std::vector<Entry> Cache;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_REQUESTCOSTS_H
