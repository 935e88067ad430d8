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
  if (!Needs)
    return nullptr;
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
  return Of.isByCaller() ? IsResultSunk : !Of.isEverywhere() && !Of.isUniform();
}

bool SunkLoads::isResultSunk(const clang::Expr &Call) const {
  const Need Of = needOf(Call);
  return Of.isByCaller() ? IsResultSunk : !Of.isEverywhere();
}

bool SunkLoads::mayBeUnused(const clang::Expr &E) const {
  const NeedOfRead Known = Reads.lookup(E.IgnoreParenImpCasts());
  return Known.IsUnusedOnce || Known.Of.isUniform();
}
