//===- CaseCosts.cpp - Cost of an address known by cases ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseCosts.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

std::optional<Reason> banklint::evaluateCases(const AccessEvent &Event,
                                              const KernelProgram &Program,
                                              RequestCosts &Costs,
                                              CaseCosts &Result) {
  const unsigned Count = Event.Address.cases()->Offsets.size();
  for (unsigned Case = 0; Case != Count; ++Case) {
    AccessPattern Pattern;
    if (std::optional<Reason> Why = describe(Event, Event.Address.inCase(Case),
                                             Program, Costs.Arch, Pattern))
      return Why;
    PatternCost Cost;
    int64_t WorstValue = 0;
    if (Pattern.Symbol) {
      bool IsNonNegative = Event.Symbols.isNonNegative(*Pattern.Symbol);
      SymbolicPattern Symbolic = evaluate(Pattern, IsNonNegative, Costs);
      Cost = Symbolic.Worst;
      WorstValue = Symbolic.WorstValue;
      Result.IsExact &= !Symbolic.IsBound && Symbolic.Cost.constant();
    } else {
      Cost = Costs.costOf(Pattern, 0);
    }
    Result.ByCase.push_back(Cost.IsAligned ? CostIfAligned(Cost.Cost)
                                           : std::nullopt);
    if (!Cost.IsAligned)
      continue;
    Result.IsExact &= Cost.IsOneCost;
    Result.IsOneCost &=
        !Result.Worst.IsAligned || isSame(Cost.Cost, Result.Worst.Cost);
    if (!Result.Worst.IsAligned || isWorse(Cost.Cost, Result.Worst.Cost)) {
      Result.Pattern = Pattern;
      Result.Worst = Cost;
      Result.WorstValue = WorstValue;
    }
  }
  return std::nullopt;
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
  return SymbolicPattern{SymbolicCost(std::move(Classes)),
                         WorstValue.value_or(0), Cases.Worst,
                         /*IsBound=*/false};
}
