//===- Intervening.h - Accesses between neighbours --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an array is declared with the alignment of the wider access, or is
// dynamic, the compiler merges loads across a store, or stores across a load,
// if it can prove that both never access the same bytes: other arrays, members
// of a struct, constant distances. How far its proofs go is not known, but what
// does meet it can't prove apart.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_INTERVENING_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_INTERVENING_H

#include "Compiler/Alignment.h"
#include "Costs/SweepLimits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>

namespace banklint {

class Intervening {
public:
  /// The loads and stores of a stretch are numbered in their order.
  struct Entry {
    unsigned Order;
    MemoryOperation Op;
    unsigned Bytes;
    LaneMask Lanes;
    WarpValue Address;
    std::optional<unsigned> Array;
    std::optional<MemberPart> Part;
    /// It may vanish.
    bool IsSpare;
    /// As spanOf says of Address.
    std::pair<int64_t, int64_t> Span;
  };

  void add(Entry New) { Entries.push_back(std::move(New)); }
  /// Forgets those before \p Order.
  void forgetBefore(unsigned Order);
  void clear() { Entries.clear(); }
  size_t size() const { return Entries.size(); }

  /// True if one of those numbered from \p First up to \p Last, not included,
  /// which an access of \p Op can't be moved across if they meet, surely meets
  /// one of \p Bytes at \p Address.
  bool meets(MemoryOperation Op, unsigned First, unsigned Last,
             const WarpValue &Address, unsigned Bytes, LaneMask Lanes) const;
  /// True if all from \p First to \p Last that are not of \p Op are \p Such.
  bool areAll(MemoryOperation Op, unsigned First, unsigned Last,
              llvm::function_ref<bool(const Entry &)> Such) const;
  /// Limits sweeps to where the answers about \p New stay the same.
  void keepRelations(Sweeps &Running, const SweptPlaces &New,
                     MemoryOperation Op,
                     const std::optional<unsigned> &Array) const;

  /// True if these have become what \p Before was, moved by a cycle.
  bool areMovedFrom(const Intervening &Before, unsigned OrderThen,
                    unsigned OrderNow, MovedValues &Values) const;
  /// Moves all by \p Cycles of \p Sweep.
  void move(SweepId Sweep, uint64_t Cycles);

private:
  std::deque<Entry> Entries;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_INTERVENING_H
