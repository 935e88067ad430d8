//===- CompilerRules.h - Numbers of the compiler's rules --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of CompilerRules.def by which an answer differs from what the
// source says, or is a bound. docs/compiler-model.md is the page about them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_COMPILERRULES_H
#define BANKLINT_PROGRAM_COMPILERRULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace banklint {

enum class CompilerRule : uint8_t {
#define COMPILER_RULE(Number, Condition, Answer, Evidence) Number,
#include "banklint/Program/CompilerRules.def"
};

struct CompilerRuleText {
  /// "E1".
  llvm::StringRef Number;
  llvm::StringRef Condition, Answer, Evidence;
};

/// All rules, in the order of CompilerRule.
llvm::ArrayRef<CompilerRuleText> compilerRules();
/// The rule whose number is \p Text, "E1".
std::optional<CompilerRule> parseCompilerRule(llvm::StringRef Text);

class RuleSet {
public:
  constexpr RuleSet() = default;
  constexpr RuleSet(CompilerRule Rule)
      : Bits(uint64_t(1) << static_cast<unsigned>(Rule)) {}

  RuleSet &operator|=(RuleSet More) {
    Bits |= More.Bits;
    return *this;
  }
  friend constexpr RuleSet operator|(RuleSet A, RuleSet B) {
    return RuleSet(A.Bits | B.Bits);
  }
  bool operator==(RuleSet Other) const { return Bits == Other.Bits; }
  bool empty() const { return Bits == 0; }
  /// The numbers, in the order of the table.
  llvm::SmallVector<llvm::StringRef, 4> numbers() const;
  /// "; rule E1" or "; rules E1, M3", for the end of a reason; else nothing.
  std::string ending() const;

private:
  explicit constexpr RuleSet(uint64_t Bits) : Bits(Bits) {}

  uint64_t Bits = 0;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_COMPILERRULES_H
