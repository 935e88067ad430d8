//===- SymbolicCost.h - Cost as a function of an unknown --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a request whose lanes lie Coefficient[l] * s bytes further on,
// for each value of the symbol s.
//
// Banks are periodic in s. Which lanes share a word is not: lanes with equal
// coefficients share one always or never within a residue class, lanes with
// different ones do where Coefficient * s makes up for the difference of their
// offsets, which is for a few values of s only. So the cost is periodic but for
// those values, which are all found and evaluated on their own.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_SYMBOLICCOST_H
#define BANKLINT_LIB_ANALYSIS_COSTS_SYMBOLICCOST_H

#include "Costs/ArrayRoom.h"
#include "Costs/RequestCosts.h"
#include <map>

namespace banklint {

/// Nothing where the lanes can't be aligned, and the access faults, where they
/// leave the array, or where the symbol is known to be something else.
using CostIfAligned = std::optional<RequestCost>;

class SymbolicCost {
public:
  /// \p Cost for every value.
  explicit SymbolicCost(const RequestCost &Cost) : Classes{Cost} {}
  /// \p Classes by residue; their number is a power of two.
  explicit SymbolicCost(std::vector<CostIfAligned> Classes)
      : Classes(std::move(Classes)) {}

  CostIfAligned at(int64_t Value) const;
  uint64_t period() const { return Classes.size(); }
  /// The cost of the values of a residue class that are no exceptions.
  const CostIfAligned &ofClass(uint64_t Residue) const {
    return Classes[Residue];
  }
  /// Values that cost something else than their class.
  const std::map<int64_t, CostIfAligned> &exceptions() const {
    return Exceptions;
  }
  void setException(int64_t Value, const CostIfAligned &Cost);
  /// Some classes are known not to occur.
  bool IsLimited = false;

  /// The one cost of all values that do not fault, if it is one.
  std::optional<RequestCost> constant() const;
  /// True if all values but some other than 0 cost the same.
  bool isOfAnyValue() const;
  /// For each value the worse of both. A value that faults in one request is
  /// left to the other, which may be the only one to execute.
  void include(const SymbolicCost &Other);

  /// "n % 32 == 0: 32 wavefronts; n odd: 1". \p IsBound: the figures are the
  /// most that it may cost.
  std::string describe(llvm::StringRef Name, bool IsBound) const;

private:
  std::vector<CostIfAligned> Classes;
  std::map<int64_t, CostIfAligned> Exceptions;
};

/// The cost of a pattern with a symbol.
struct SymbolicPattern {
  SymbolicCost Cost;
  /// A value with the worst cost, and that cost; not aligned if no value is.
  int64_t WorstValue = 0;
  PatternCost Worst;
  /// Some figure is the worst of several possible shifts.
  bool IsBound = false;
};

/// What is known of the symbol of a pattern.
struct SymbolLimits {
  bool IsNonNegative = false;
  /// Those that it may be, by the number modulo the size; all if empty.
  std::vector<bool> Residues;
  /// What the pattern costs at most inside of its array; nothing if that is not
  /// known.
  std::optional<RoomCost> Room = std::nullopt;
  /// All lanes of the pattern take part in any case.
  bool IsMaskExact = false;
};

/// \p Cost of a pattern within \p Limits; nothing if it leaves its array so
/// surely.
std::optional<PatternCost> insideArray(const PatternCost &Cost,
                                       const SymbolLimits &Limits);

SymbolLimits limitsOf(SymbolId Symbol, const SymbolTable &Symbols);

SymbolicPattern evaluate(const AccessPattern &Pattern,
                         const SymbolLimits &Limits, RequestCosts &Costs);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_SYMBOLICCOST_H
