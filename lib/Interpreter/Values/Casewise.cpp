//===- Casewise.cpp - Operators on values known by cases ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Motions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

/// True if lane \p Lane of both has the same symbols.
static bool hasSameTerms(const WarpValue &A, const WarpValue &B,
                         unsigned Lane) {
  auto Covers = [Lane](const WarpValue &Some, const WarpValue &Others) {
    return llvm::all_of(Some.terms(), [&](const SymbolTerm &Term) {
      int64_t Coefficient = Term.coefficient(Lane);
      return Coefficient == 0 ||
             llvm::any_of(Others.terms(), [&](const SymbolTerm &Other) {
               return Other.symbol() == Term.symbol() &&
                      Other.coefficient(Lane) == Coefficient;
             });
    });
  };
  return Covers(A, B) && Covers(B, A);
}

/// All combinations of the cases of \p Sets; the last one's change fastest.
CaseSetId Arithmetic::productOf(llvm::ArrayRef<CaseSetId> Sets) {
  constexpr int64_t ProductKey = 450;
  if (Sets.size() == 1)
    return Sets.front();
  Key Members{ProductKey};
  CaseSet Product{"", 1, std::nullopt};
  for (CaseSetId Set : Sets) {
    Members.push_back(Set);
    const CaseSet &Member = Symbols.caseSet(Set);
    Product.Count *= Member.Count;
    if (Product.Name.find(Member.Name) == std::string::npos)
      Product.Name += (Product.Name.empty() ? "" : "' and '") + Member.Name;
  }
  return Symbols.internCases(Members, std::move(Product));
}

WarpValue Arithmetic::casewise(
    llvm::ArrayRef<const WarpValue *> Operands, LaneMask Mask,
    llvm::function_ref<WarpValue(llvm::ArrayRef<WarpValue>)> Function) {
  llvm::SmallVector<CaseSetId, 2> Sets;
  for (const WarpValue *Operand : Operands)
    if (Operand->cases() && !llvm::is_contained(Sets, Operand->cases()->Set))
      Sets.push_back(Operand->cases()->Set);
  uint64_t Count = 1;
  for (CaseSetId Set : Sets)
    Count *= Symbols.caseSet(Set).Count;
  if (Count > MaxCases)
    return WarpValue::unknown(blame(Operands));
  llvm::SaveAndRestore InCase(IsInCase, true);
  std::vector<WarpValue> Results;
  for (unsigned Case = 0; Case != Count; ++Case) {
    llvm::SmallVector<WarpValue, 3> Parts;
    for (const WarpValue *Operand : Operands) {
      unsigned Own = Case, Rest = Count;
      for (CaseSetId Set : Sets) {
        Rest /= Symbols.caseSet(Set).Count;
        if (Operand->cases() && Operand->cases()->Set == Set)
          Own = Case / Rest % Symbols.caseSet(Set).Count;
      }
      Parts.push_back(Operand->inCase(Own));
    }
    Results.push_back(Function(Parts));
  }
  LaneMask Known = Mask;
  for (const WarpValue &Result : Results) {
    // Most often one look at all lanes will do.
    const bool IsSame = haveSameTerms(Result, Results.front(), Known);
    for (unsigned Lane : Known)
      if (!Result.affine().test(Lane) || Result.cases() ||
          (!IsSame && !hasSameTerms(Result, Results.front(), Lane)))
        Known.reset(Lane);
  }
  WarpValue Value = Results.front();
  LaneCases Cases{productOf(Sets), {}};
  for (const WarpValue &Result : Results) {
    LaneNumbers Offsets{};
    for (unsigned Lane : Known)
      Offsets[Lane] =
          uint64_t(Result.base(Lane)) - uint64_t(Results.front().base(Lane));
    Cases.Offsets.push_back(Offsets);
  }
  Value.setCases(std::move(Cases));
  Value.forget(Mask & ~Known, blame(Operands));
  if (!llvm::all_of(Results, [&](const WarpValue &Result) {
        return Running.moveTogether(Result, Results.front(), Known);
      })) {
    Value.clearMotions();
    for (const WarpValue *Operand : Operands)
      moveErratically(Running, Value, *Operand);
  }
  return Value;
}
