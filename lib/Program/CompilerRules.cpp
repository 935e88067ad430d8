//===- CompilerRules.cpp - Numbers of the compiler's rules ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/CompilerRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

static constexpr CompilerRuleText Rules[] = {
#define COMPILER_RULE(Number, Condition, Answer, Evidence)                     \
  {#Number, Condition, Answer, Evidence},
#include "CompilerRules.def"
};
static_assert(std::size(Rules) <= 64, "a RuleSet has a bit for each");

static constexpr CompilerRule InOrder[] = {
#define COMPILER_RULE(Number, Condition, Answer, Evidence) CompilerRule::Number,
#include "CompilerRules.def"
};
static constexpr bool areInOrder() {
  for (size_t I = 0; I != std::size(InOrder); ++I)
    if (static_cast<size_t>(InOrder[I]) != I)
      return false;
  return true;
}
static_assert(areInOrder(), "the table is in the order of CompilerRule");

llvm::ArrayRef<CompilerRuleText> banklint::compilerRules() { return Rules; }

std::optional<CompilerRule> banklint::parseCompilerRule(llvm::StringRef Text) {
  for (auto [Index, Rule] : llvm::enumerate(Rules))
    if (Rule.Number == Text)
      return static_cast<CompilerRule>(Index);
  return std::nullopt;
}

llvm::SmallVector<llvm::StringRef, 4> RuleSet::numbers() const {
  llvm::SmallVector<llvm::StringRef, 4> Result;
  for (auto [Index, Rule] : llvm::enumerate(Rules))
    if (Bits >> Index & 1)
      Result.push_back(Rule.Number);
  return Result;
}

std::string RuleSet::ending() const {
  const llvm::SmallVector<llvm::StringRef, 4> Numbers = numbers();
  if (Numbers.empty())
    return "";
  return (Numbers.size() == 1 ? "; rule " : "; rules ") +
         llvm::join(Numbers, ", ");
}
