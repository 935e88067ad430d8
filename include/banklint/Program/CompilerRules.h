//===- CompilerRules.h - Numbers of the compiler's rules --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which an answer differs from what the source says, or is a
// bound. lib/Program/CompilerRules.def has their texts, which only one file
// includes; docs/compiler-model.md is the page about them.
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

/// In the order of the table. clang-format would put each on a line.
// clang-format off
enum class CompilerRule : uint8_t {
  P1, P2, P3, P4, P5, P6,
  U1, U2, U3, U4,
  S1, S2, S3,
  E1, E2, E3, E4, E5,
  M1, M2, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13, M14, M15, M16, M17,
  J1, J2,
  L1, L2, L3, L4, L5, L6, L7, L8,
  A1, A2,
};
// clang-format on

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
