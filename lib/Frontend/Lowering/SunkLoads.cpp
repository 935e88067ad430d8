//===- SunkLoads.cpp - Loads that move to where they are used -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SunkLoads.h"

using namespace banklint;
using namespace clang;

const FunctionNeeds *SunkLoads::needsOf(const FunctionDecl &Function) {
  if (auto [Found, IsNew] = Known.try_emplace(&Function); !IsNew)
    return Found->second.get();
  if (!Function.doesThisDeclarationHaveABody() || Function.isDependentContext())
    return nullptr;
  std::optional<FunctionNeeds> Needs =
      NeedAnalysis(Context, *this, Reads).run(Function);
  if (!Needs) {
    HasGivenUp = true;
    return nullptr;
  }
  auto &Entry = Known[&Function];
  Entry = std::make_unique<const FunctionNeeds>(std::move(*Needs));
  return Entry.get();
}

unsigned SunkLoads::numberOf(const llvm::FoldingSetNodeID &Spelling) {
  return Conditions.try_emplace(Spelling, Conditions.size()).first->second;
}

Need SunkLoads::needOf(const clang::Expr &E) const {
  const auto Found = Reads.find(E.IgnoreParenImpCasts());
  return Found == Reads.end() ? Need::everywhere() : Found->second.Of;
}

bool SunkLoads::maySink(const clang::Expr &E) const {
  const Need Of = needOf(E);
  return Of.isByCaller() ? Result.IsSunk
                         : !Of.isEverywhere() && !Of.isUniform();
}

std::optional<llvm::SmallVector<SourceSide, 4>>
SunkLoads::sidesOf(const clang::Expr &E) const {
  const NeedOfRead Read = Reads.lookup(E.IgnoreParenImpCasts());
  const auto Function = Known.find(Read.In);
  const SideBits Sides = Read.Of.sides();
  if (Read.IsUnusedOnce || Function == Known.end() || !Function->second ||
      (Sides & BranchNumbers::Other))
    return std::nullopt;
  llvm::SmallVector<SourceSide, 4> All;
  if (Sides & BranchNumbers::ByCaller) {
    if (!Result.Sides)
      return std::nullopt;
    All = *Result.Sides;
  }
  Function->second->Branches.forEach(Sides,
                                     [&All](const IfStmt &Branch, bool IsElse) {
                                       All.push_back({&Branch, IsElse});
                                     });
  return All;
}

SunkLoads::ResultNeed SunkLoads::resultOf(const clang::Expr &Call) const {
  const Need Of = needOf(Call);
  if (Of.isByCaller())
    return Result;
  if (Of.isNone())
    return {/*IsSunk=*/true, /*IsUnused=*/true, std::nullopt};
  return {!Of.isEverywhere(), /*IsUnused=*/false, sidesOf(Call)};
}

bool SunkLoads::isUnused(const clang::Expr &E) const {
  const Need Of = needOf(E);
  return Of.isByCaller() ? Result.IsUnused : Of.isNone();
}

bool SunkLoads::mayBeUnused(const clang::Expr &E) const {
  const NeedOfRead Known = Reads.lookup(E.IgnoreParenImpCasts());
  return HasGivenUp || Known.IsUnusedOnce || Known.Of.isUniform();
}
