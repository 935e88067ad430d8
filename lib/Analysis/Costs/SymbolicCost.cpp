//===- SymbolicCost.cpp - Cost as a function of an unknown ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/SymbolicCost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;

static bool isSameFate(const CostIfAligned &A, const CostIfAligned &B) {
  return A.has_value() == B.has_value() && (!A || isSame(*A, *B));
}

static CostIfAligned worse(const CostIfAligned &A, const CostIfAligned &B) {
  if (!A || !B)
    return A ? A : B;
  return isWorse(*B, *A) ? B : A;
}

/// Two's complement: the residue of a negative value, too.
static uint64_t residueOf(int64_t Value, uint64_t Period) {
  return uint64_t(Value) & (Period - 1);
}

CostIfAligned SymbolicCost::at(int64_t Value) const {
  auto Exception = Exceptions.find(Value);
  return Exception != Exceptions.end() ? Exception->second
                                       : Classes[residueOf(Value, period())];
}

void SymbolicCost::setException(int64_t Value, const CostIfAligned &Cost) {
  if (!isSameFate(Cost, Classes[residueOf(Value, period())]))
    Exceptions[Value] = Cost;
}

std::optional<RequestCost> SymbolicCost::constant() const {
  CostIfAligned One;
  auto Fits = [&One](const CostIfAligned &Cost) {
    if (Cost && !One)
      One = Cost;
    return !Cost || isSame(*Cost, *One);
  };
  bool IsOne = llvm::all_of(Classes, Fits) &&
               llvm::all_of(Exceptions, [&](const auto &Exception) {
                 return Fits(Exception.second);
               });
  return IsOne ? One : std::nullopt;
}

bool SymbolicCost::isOfAnyValue() const {
  return Exceptions.count(0) == 0 &&
         llvm::all_of(Classes, [this](const CostIfAligned &Cost) {
           return Cost && isSame(*Cost, *Classes.front());
         });
}

void SymbolicCost::include(const SymbolicCost &Other) {
  uint64_t Period = std::max(period(), Other.period());
  std::vector<CostIfAligned> Merged;
  for (uint64_t Residue = 0; Residue != Period; ++Residue)
    Merged.push_back(worse(Classes[residueOf(Residue, period())],
                           Other.Classes[residueOf(Residue, Other.period())]));
  SymbolicCost Result(std::move(Merged));
  Result.IsLimited = IsLimited || Other.IsLimited;
  for (const auto &[Value, Cost] : Exceptions)
    Result.setException(Value, worse(Cost, Other.at(Value)));
  for (const auto &[Value, Cost] : Other.Exceptions)
    Result.setException(Value, worse(Cost, at(Value)));
  *this = std::move(Result);
}

/// The least period of the banks and of the alignment: all addresses keep their
/// differences modulo all banks' bytes, and their place in a span.
static uint64_t periodOf(const AccessPattern &Pattern,
                         const Architecture &Arch) {
  uint64_t Banks = uint64_t(Arch.BankCount) * Arch.BankBytes;
  uint64_t Span = AccessPattern::span(Arch, Pattern.Bytes);
  unsigned First = Pattern.Addressing.lowest();
  uint64_t InBanks = Banks;
  for (unsigned Lane : Pattern.Addressing)
    InBanks = std::gcd(InBanks, uint64_t(Pattern.Coefficient[Lane] -
                                         Pattern.Coefficient[First]));
  uint64_t InSpan = std::gcd(Span, uint64_t(Pattern.Coefficient[First]));
  return std::max(Banks / InBanks, Span / InSpan);
}

/// The values for which some lanes with different coefficients come less than
/// a span apart, sorted.
static std::vector<int64_t> meetingValues(const AccessPattern &Pattern,
                                          bool IsNonNegative, int64_t Span) {
  std::vector<int64_t> Values;
  for (unsigned A : Pattern.Addressing)
    for (unsigned B : Pattern.Addressing) {
      int64_t Speed = Pattern.Coefficient[B] - Pattern.Coefficient[A];
      if (Speed <= 0)
        continue;
      int64_t Apart = canonical(Pattern.Offset[B] - Pattern.Offset[A], I32);
      // -Span < Apart + Speed * s < Span
      int64_t From = llvm::divideFloorSigned(-Span - Apart, Speed) + 1;
      int64_t To = llvm::divideCeilSigned(Span - Apart, Speed) - 1;
      if (IsNonNegative)
        From = std::max<int64_t>(From, 0);
      for (int64_t Value = From; Value <= To; ++Value)
        Values.push_back(Value);
    }
  llvm::sort(Values);
  Values.erase(std::unique(Values.begin(), Values.end()), Values.end());
  return Values;
}

SymbolLimits banklint::limitsOf(SymbolId Symbol, const SymbolTable &Symbols) {
  return {Symbols.isNonNegative(Symbol), Symbols.residues(Symbol)};
}

std::optional<PatternCost> banklint::insideArray(const PatternCost &Cost,
                                                 const SymbolLimits &Limits) {
  if (!Limits.Room || Limits.Room->allows(Cost.Cost))
    return Cost;
  // Fewer lanes, or another place in a word, may fit.
  if (Limits.IsMaskExact && Cost.IsOneCost)
    return std::nullopt;
  PatternCost Result = Limits.Room->limit(Cost);
  Result.IsOneCost = false;
  return Result;
}

static SymbolicPattern evaluateWithin(const AccessPattern &Pattern,
                                      const SymbolLimits &Limits,
                                      RequestCosts &Costs) {
  SymbolicPattern Result{SymbolicCost(RequestCost()), 0, PatternCost(), false};
  const std::vector<bool> &May = Limits.Residues;
  bool LeavesArray = false;
  auto CostAt = [&](int64_t Value) -> CostIfAligned {
    if (!May.empty() && !May[residueOf(Value, May.size())])
      return std::nullopt;
    PatternCost Cost = Costs.costOf(Pattern, Value);
    if (!Cost.IsAligned)
      return std::nullopt;
    const std::optional<PatternCost> Inside = insideArray(Cost, Limits);
    LeavesArray |= !Inside;
    if (!Inside)
      return std::nullopt;
    Cost = *Inside;
    Result.IsBound |= !Cost.IsOneCost;
    if (Result.Worst.include(Cost))
      Result.WorstValue = Value;
    return Cost.Cost;
  };
  std::vector<int64_t> Meeting =
      meetingValues(Pattern, Limits.IsNonNegative,
                    AccessPattern::span(Costs.Arch, Pattern.Bytes));
  int64_t Period =
      std::max<uint64_t>(periodOf(Pattern, Costs.Arch), May.size());
  std::vector<CostIfAligned> Classes;
  for (int64_t Residue = 0; Residue != Period; ++Residue) {
    int64_t Value = Residue;
    while (std::binary_search(Meeting.begin(), Meeting.end(), Value))
      Value += Period;
    Classes.push_back(CostAt(Value));
  }
  std::vector<std::pair<int64_t, CostIfAligned>> OfMeeting;
  for (int64_t Value : Meeting)
    OfMeeting.push_back({Value, CostAt(Value)});
  // Of a class that leaves the array otherwise, only those are left.
  std::vector<bool> IsLeft;
  for (const CostIfAligned &Cost : Classes)
    IsLeft.push_back(!Cost && LeavesArray);
  for (const auto &[Value, Cost] : OfMeeting)
    if (const uint64_t Class = residueOf(Value, Period);
        Value != 0 && IsLeft[Class])
      Classes[Class] = worse(Classes[Class], Cost);
  Result.Cost = SymbolicCost(std::move(Classes));
  Result.Cost.IsLimited = !May.empty() || LeavesArray;
  for (const auto &[Value, Cost] : OfMeeting)
    Result.Cost.setException(Value, Cost);
  return Result;
}

SymbolicPattern banklint::evaluate(const AccessPattern &Pattern,
                                   const SymbolLimits &Limits,
                                   RequestCosts &Costs) {
  SymbolicPattern Result = evaluateWithin(Pattern, Limits, Costs);
  if (Result.Worst.IsAligned || !Limits.Room)
    return Result;
  // It leaves its array whatever the symbol is.
  SymbolLimits Anywhere = Limits;
  Anywhere.Room = std::nullopt;
  return evaluateWithin(Pattern, Anywhere, Costs);
}
