//===- Merging.h - Neighbours that the compiler may merge -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler turns loads (or stores) of adjacent elements that stand in one
// stretch of code, or in successive rounds of a loop that it unrolls, into one
// of 8 or 16 bytes, if it can prove the alignment. Which ones it does depends
// on what it unrolls and proves, so banklint only tells where it may. In every
// measurement the merged request cost at most what the single ones did.
//
// Only requests with a conflict matter: without one, wavefronts equal the ideal
// merged or not.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_MERGING_H
#define BANKLINT_LIB_ANALYSIS_MERGING_H

#include "AccessPattern.h"
#include "RequestCosts.h"
#include <deque>
#include <map>
#include <set>

namespace banklint {

class MergeWindow {
public:
  /// Receives each request with a conflict that left the window: its cost alone
  /// and, if it may be merged, the merged request's.
  using Sink =
      llvm::function_ref<void(unsigned Access, const RequestCost &Alone,
                              const std::optional<RequestCost> &Merged)>;

  /// The next access of the running warp; \p Cost is that of \p Pattern, which
  /// has no symbol.
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const RequestCost &Cost, bool IsVolatile, RequestCosts &Costs,
           Sink Done);
  /// Pairs of accesses whose distance was seen to change between the rounds of
  /// a loop that is not unrolled whole: the compiler can't merge them. A second
  /// run of the same launch is to start with those of the first.
  std::set<std::pair<unsigned, unsigned>> VaryingPairs;

  /// What comes next can't be merged with what came before.
  void flush(Sink Done);

private:
  struct Entry {
    unsigned Access;
    unsigned RuntimeRound;
    std::optional<unsigned> Array;
    WarpValue Address;
    AccessPattern Pattern;
    RequestCost Alone;
    std::optional<RequestCost> Merged;
  };

  bool mayPair(const Entry &New, const Entry &Other, int64_t Distance);
  bool tryMerge(Entry &New, unsigned Bytes, const SymbolTable &Symbols,
                RequestCosts &Costs);

  std::deque<Entry> Entries;
  /// The distances that pairs had first.
  std::map<std::pair<unsigned, unsigned>, int64_t> Distances;
  unsigned Warp = 0;
  unsigned Stretch = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_MERGING_H
