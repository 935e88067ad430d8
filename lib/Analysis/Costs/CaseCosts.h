//===- CaseCosts.h - Cost of an address known by cases ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address that is known by cases of an unknown (Value.h) is a request in
// each. All are evaluated: often they cost the same, and the unknown does not
// matter.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_CASECOSTS_H
#define BANKLINT_LIB_ANALYSIS_COSTS_CASECOSTS_H

#include "Costs/SymbolicCost.h"

namespace banklint {

struct CaseCosts {
  /// Nothing where the access faults or leaves its array.
  std::vector<CostIfAligned> ByCase;
  /// The worst case; not aligned if no case is.
  AccessPattern Pattern;
  PatternCost Worst;
  /// A value of Pattern's symbol, if it has one, with that cost.
  int64_t WorstValue = 0;
  /// Every case has one cost.
  bool IsExact = true;
  /// All cases have the same.
  bool IsOneCost = true;
  /// Some cases leave the array.
  bool IsLimited = false;

  /// \p Cost, of \p Of where its symbol is \p Value, is one of the cases.
  void include(const AccessPattern &Of, const PatternCost &Cost, int64_t Value);
};

/// "depends on 'n' and 'm'", the symbols of \p Pattern, which has a second one;
/// one name if they have the same.
std::string dependsOnBoth(const AccessPattern &Pattern,
                          const SymbolTable &Symbols);

/// Evaluates all cases of \p Event's address, which has some and costs \p Room
/// at most if that is known, or says why one is not known.
std::optional<Reason> evaluateCases(const AccessEvent &Event,
                                    const KernelProgram &Program,
                                    const ArrayPlaces &Places,
                                    const std::optional<RoomCost> &Room,
                                    RequestCosts &Costs, CaseCosts &Result);

/// The cost by the residues that tell the cases of \p Set apart, if residues
/// do.
std::optional<SymbolicPattern> byResidue(const CaseCosts &Cases,
                                         const CaseSet &Set);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_CASECOSTS_H
