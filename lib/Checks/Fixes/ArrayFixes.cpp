//===- ArrayFixes.cpp - What helps an array that conflicts ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayFixes.h"
#include "banklint/Analysis/FixChoice.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

llvm::SmallVector<const LayoutResult *, 3> SharedFixes::searches() const {
  llvm::SmallVector<const LayoutResult *, 3> Searches{&Padding.Search};
  if (Swizzle)
    Searches.push_back(&Swizzle->Search);
  if (Pitch)
    Searches.push_back(&Pitch->Search);
  return Searches;
}

bool SharedFixes::clearsAll() const {
  return llvm::any_of(searches(), [](const LayoutResult *Search) {
    return Search->clearsAll();
  });
}

bool SharedFixes::clears(const LaunchReport &Launch) const {
  const std::optional<unsigned> Use = All.indexOf(Launch);
  return llvm::any_of(searches(), [&](const LayoutResult *Search) {
    return Search->Best && Use &&
           llvm::none_of(Search->Best->Outcomes, [&](const AccessOutcome &Of) {
             return Of.Use == *Use && Of.Worst.conflicts();
           });
  });
}

const LayoutFix *OwnFixes::best() const {
  if (Regrouping && Regrouping->Search.Best)
    return &*Regrouping->Search.Best;
  return Padding && Padding->Search.Best ? &*Padding->Search.Best : nullptr;
}

bool ArrayFixes::isOwnBetter() const {
  return Own && Shared.All.Uses.size() > 1 && Own->best() &&
         !Own->best()->WorstAfter.conflicts();
}

bool ArrayFixes::clears(const LaunchReport &Launch) const {
  return Shared.clears(Launch) ||
         (Own && Own->best() && !Own->best()->WorstAfter.conflicts());
}

WorkLimit &FixSearch::limitOf(const KernelProgram &Program) {
  return Limits
      .try_emplace({Program.fileOf(Program.Span), Program.Span.Offset},
                   Run.Budget.SearchStatements)
      .first->second;
}

/// Does one search unless one before was cut. What is searched for when the
/// kernel's work limit is reached is lost, since part of it is not verified.
template <typename ResultT, typename FindT>
void FixSearch::search(const ArrayScope &Scope, WorkLimit &Limit, bool &IsCut,
                       ResultT &Result, FindT Find) const {
  if (IsCut)
    return;
  auto New = Find(Scope, Run.beginSearch(Limit));
  IsCut = Limit.isReached();
  if (!IsCut)
    Result = std::move(New);
}

SharedFixes FixSearch::searchShared(const KernelProgram &Program,
                                    unsigned Array) {
  SharedFixes Found{scopeOf(R, Program, Array), {}, {}, {}};
  Found.AreCut = !Run.SearchesFixes;
  const auto Search = [&](auto &Result, auto Find) {
    search(Found.All, limitOf(Program), Found.AreCut, Result, Find);
  };
  Search(Found.Padding, padArray);
  std::optional<ArrayPadding> OfMember;
  if (!Found.Padding.Search.Best)
    Search(OfMember, padMembers);
  if (OfMember)
    Found.Padding = std::move(*OfMember);
  if (mayNeedSwizzle(Found.Padding.Search))
    Search(Found.Swizzle, swizzleArray);
  if (Found.Swizzle &&
      !isSwizzleWorthIt(Found.Swizzle->Search, Found.Padding.Search))
    Found.Swizzle = std::nullopt;
  if (!Found.clearsAll())
    Search(Found.Pitch, changePitch);
  return Found;
}

/// OwnFixes::Opposed to \p Change of \p Of.
static const KernelProgram *findOpposed(const ArrayScope &All,
                                        const ArrayUse &Of,
                                        const LayoutFix &Best,
                                        const InterpreterBudget &Budget) {
  const SharedArray &Array = Of.Program->Arrays[Of.Array];
  for (const ArrayUse &Use : All.Uses) {
    const SharedArray &Other = Use.Program->Arrays[Use.Array];
    if (Use.Verdicts.data() == Of.Verdicts.data())
      continue;
    if (Other.Extents.size() != Array.Extents.size() ||
        Other.bytes() != Array.bytes() ||
        (!Best.IsPredicted && raises(Use, Best.Change, *All.R.Arch, Budget)))
      return Use.Program;
  }
  return nullptr;
}

OwnFixes FixSearch::searchOwn(const SharedFixes &Shared, const Occurrence &O) {
  OwnFixes Found{scopeOf(Shared.All, *O.Launch), {}, {}};
  WorkLimit &Limit = limitOf(O.program());
  if (Shared.All.Uses.size() > 1)
    search(Found.Scope, Limit, Found.AreCut, Found.Padding, padArray);
  const bool IsClear = Found.Padding && Found.Padding->Search.clearsAll();
  if (!IsClear)
    search(Found.Scope, Limit, Found.AreCut, Found.Regrouping, regroupArray);
  llvm::SmallVector<const LayoutResult *, 3> Others;
  if (Found.Padding)
    Others.push_back(&Found.Padding->Search);
  if (Shared.All.Uses.size() == 1)
    llvm::append_range(Others, Shared.searches());
  if (Found.Regrouping && Found.Regrouping->Search.Best &&
      !isBestOf(Found.Regrouping->Search, Others))
    Found.Regrouping = std::nullopt;
  if (const LayoutFix *Best = Found.best(); Best && !Found.AreCut)
    Found.Opposed = findOpposed(Shared.All, Found.Scope.Uses.front(), *Best,
                                Run.beginSearch(Limit));
  return Found;
}

ArrayFixes FixSearch::fixesFor(const Occurrence &O, unsigned Array) {
  const SourceSpan Declared = O.program().Arrays[Array].Span;
  const DeclarationKey Key(O.program().fileOf(Declared), Declared.Offset);
  auto OfAll = Shared.find(Key);
  if (OfAll == Shared.end())
    OfAll = Shared.emplace(Key, searchShared(O.program(), Array)).first;
  const SharedFixes &Edits = OfAll->second;
  if (Edits.AreCut || Edits.clears(*O.Launch) || !Edits.All.indexOf(*O.Launch))
    return {Edits, nullptr};
  auto OfLaunch = Own.find({Key, O.Launch});
  if (OfLaunch == Own.end())
    OfLaunch =
        Own.emplace(std::make_pair(Key, O.Launch), searchOwn(Edits, O)).first;
  return {Edits, &OfLaunch->second};
}
