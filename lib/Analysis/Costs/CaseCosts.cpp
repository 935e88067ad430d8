//===- CaseCosts.cpp - Cost of an address known by cases ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/CaseCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

void CaseCosts::include(const AccessPattern &Of, const PatternCost &Cost,
                        int64_t Value) {
  if (!Worst.include(Cost))
    return;
  Pattern = Of;
  WorstValue = Value;
}

std::string banklint::dependsOnBoth(const AccessPattern &Pattern,
                                    const SymbolTable &Symbols) {
  const llvm::StringRef First = Symbols.name(*Pattern.Symbol);
  const llvm::StringRef Second = Symbols.name(*Pattern.Second);
  return dependsOn(First) + (First == Second ? "" : " and " + quoted(Second));
}

/// The cost of \p Pattern, with the value of its symbol that it is of, as an
/// entry of \p Result; not aligned if it can't be, or leaves its array.
static std::pair<PatternCost, int64_t>
costOfCase(const AccessPattern &Pattern, const AccessEvent &Event,
           const std::optional<RoomCost> &Room, RequestCosts &Costs,
           CaseCosts &Result) {
  SymbolLimits Limits;
  if (Pattern.Symbol)
    Limits = limitsOf(*Pattern.Symbol, Event.Symbols);
  Limits.Room = Room;
  Limits.IsMaskExact = Event.IsMaskExact;
  if (Pattern.Symbol) {
    const SymbolicPattern Symbolic = evaluate(Pattern, Limits, Costs);
    Result.IsExact &= !Symbolic.IsBound && Symbolic.Cost.constant();
    return {Symbolic.Worst, Symbolic.WorstValue};
  }
  const PatternCost Cost = Costs.costOf(Pattern, 0);
  if (!Cost.IsAligned)
    return {Cost, 0};
  const std::optional<PatternCost> Inside = insideArray(Cost, Limits);
  Result.IsLimited |= !Inside;
  return {Inside.value_or(PatternCost()), 0};
}

static std::optional<Reason>
evaluateWithin(const AccessEvent &Event, const KernelProgram &Program,
               const ArrayPlaces &Places, const std::optional<RoomCost> &Room,
               RequestCosts &Costs, CaseCosts &Result) {
  const unsigned Count = Event.Address.cases()->Offsets.size();
  for (unsigned Case = 0; Case != Count; ++Case) {
    AccessPattern Pattern;
    if (std::optional<Reason> Why =
            describe(Event, Event.Address.inCase(Case), Program, Costs.Arch,
                     Pattern, &Places))
      return Why;
    if (Pattern.Second)
      return Reason{ReasonCode::UniformUnknown,
                    dependsOnBoth(Pattern, Event.Symbols)};
    const auto [Cost, WorstValue] =
        costOfCase(Pattern, Event, Room, Costs, Result);
    Result.ByCase.push_back(Cost.IsAligned ? CostIfAligned(Cost.Cost)
                                           : std::nullopt);
    if (!Cost.IsAligned)
      continue;
    Result.IsExact &= Cost.IsOneCost;
    Result.IsOneCost &=
        !Result.Worst.IsAligned || isSame(Cost.Cost, Result.Worst.Cost);
    Result.include(Pattern, Cost, WorstValue);
  }
  return std::nullopt;
}

std::optional<Reason>
banklint::evaluateCases(const AccessEvent &Event, const KernelProgram &Program,
                        const ArrayPlaces &Places,
                        const std::optional<RoomCost> &Room,
                        RequestCosts &Costs, CaseCosts &Result) {
  const auto Why = evaluateWithin(Event, Program, Places, Room, Costs, Result);
  if (Why || Result.Worst.IsAligned || !Room)
    return Why;
  // It leaves its array in every case.
  Result = CaseCosts();
  return evaluateWithin(Event, Program, Places, std::nullopt, Costs, Result);
}

std::optional<SymbolicPattern> banklint::byResidue(const CaseCosts &Cases,
                                                   const CaseSet &Set) {
  if (!Set.ByResidue || !Cases.IsExact)
    return std::nullopt;
  const CaseSet::ResidueCases &Of = *Set.ByResidue;
  std::vector<CostIfAligned> Classes(Of.Modulus);
  std::optional<int64_t> WorstValue;
  for (uint64_t Residue = 0; Residue != Of.Modulus; ++Residue) {
    uint64_t Biased = (Residue + uint64_t(Of.Bias)) & (Of.Modulus - 1);
    auto Case = llvm::find(Of.Residues, Biased);
    if (Case == Of.Residues.end())
      return std::nullopt;
    Classes[Residue] = Cases.ByCase[Case - Of.Residues.begin()];
    if (!WorstValue && Classes[Residue] &&
        isSame(*Classes[Residue], Cases.Worst.Cost))
      WorstValue = Residue;
  }
  SymbolicCost Cost(std::move(Classes));
  Cost.IsLimited = Cases.IsLimited;
  return SymbolicPattern{std::move(Cost), WorstValue.value_or(0), Cases.Worst,
                         /*IsBound=*/false};
}
