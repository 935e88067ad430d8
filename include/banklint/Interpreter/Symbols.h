//===- Symbols.h - The unknowns that a warp shares --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symbol is one number that all lanes of a warp share and that is not known.
// Parameters, blockIdx and gridDim have one symbol each; the result of an
// operator on uniform unknowns has one symbol for equal operands, so that equal
// values are seen to be equal; loop counters and loaded values have fresh ones.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_SYMBOLS_H
#define BANKLINT_INTERPRETER_SYMBOLS_H

#include "banklint/Interpreter/Value.h"
#include "banklint/Program/ArgumentValue.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// What a symbol may be is known modulo this and less: banks are periodic, and
/// further bits say nothing about them.
constexpr uint64_t ResidueModulus = uint64_t(1) << ArgumentValue::MaxLowBits;

/// The cases of an unknown that all lanes share; exactly one of them holds.
struct CaseSet {
  /// What messages call the unknown.
  std::string Name;
  unsigned Count = 0;
  /// Set if case c says that the unknown, plus Bias, is Residues[c] modulo
  /// Modulus, a power of two, for the symbol that the unknown is.
  struct ResidueCases {
    SymbolId Symbol;
    int64_t Bias;
    uint64_t Modulus;
    std::vector<uint64_t> Residues;
  };
  std::optional<ResidueCases> ByResidue;
};

/// True if \p Name is one that the analysis gives, such as "a value", and not
/// the text of an expression.
bool isPhrase(llvm::StringRef Name);
/// The name of a symbol in messages: text of the source in quotes.
std::string quoted(llvm::StringRef Name);
/// "depends on 'n'".
std::string dependsOn(llvm::StringRef Name);

class SymbolTable {
public:
  /// A symbol that equals no other. \p Name is what messages call it.
  SymbolId fresh(llvm::StringRef Name);
  /// A fresh symbol, not negative, for how often a loop has made \p Rounds
  /// rounds. The compiler may put successive rounds into one stretch of code if
  /// \p MayBeUnrolled.
  SymbolId freshRound(llvm::StringRef Name, bool MayBeUnrolled = true,
                      unsigned Rounds = 1);
  /// The symbol for \p Key: the same for the same key. Keys are made by the
  /// evaluator out of an operator and its operands, of which \p Source is the
  /// greatest source.
  SymbolId intern(llvm::ArrayRef<int64_t> Key, llvm::StringRef Name,
                  unsigned Source, bool IsNonNegative = false);

  unsigned count() const { return Infos.size(); }
  /// How many symbols there were when all was known that decides what \p Symbol
  /// stands for: what is not greater than a former count() is the same in all
  /// that was executed since. 0 if it is the same in the whole launch.
  unsigned source(SymbolId Symbol) const { return Infos[Symbol].Source; }

  llvm::StringRef name(SymbolId Symbol) const { return Infos[Symbol].Name; }
  bool isNonNegative(SymbolId Symbol) const {
    return Infos[Symbol].IsNonNegative;
  }

  /// \p Symbol is never negative nor above \p Most.
  void limit(SymbolId Symbol, int64_t Most) {
    Infos[Symbol].Most = Most;
    Infos[Symbol].IsNonNegative = true;
  }
  /// Nothing if \p Symbol has no limit.
  std::optional<int64_t> most(SymbolId Symbol) const {
    return Infos[Symbol].Most;
  }

  /// \p Symbol is r modulo the size of \p May, a power of two, for an r for
  /// which that is true.
  void limitResidues(SymbolId Symbol, std::vector<bool> May) {
    Infos[Symbol].Residues = std::move(May);
  }
  /// Empty without such a limit.
  const std::vector<bool> &residues(SymbolId Symbol) const {
    return Infos[Symbol].Residues;
  }

  /// Like intern, for a distinction of cases.
  CaseSetId internCases(llvm::ArrayRef<int64_t> Key, CaseSet Set);
  const CaseSet &caseSet(CaseSetId Id) const { return CaseSets[Id]; }

  /// How many rounds of a loop that may be unrolled \p Symbol counts as one; 0
  /// for other symbols.
  unsigned unrollableRounds(SymbolId Symbol) const {
    return Infos[Symbol].UnrollableRounds;
  }

private:
  struct Info {
    std::string Name;
    bool IsNonNegative = false;
    std::optional<int64_t> Most;
    std::vector<bool> Residues;
    unsigned UnrollableRounds = 0;
    unsigned Source = 0;
  };
  std::vector<Info> Infos;
  std::map<std::vector<int64_t>, SymbolId> ByKey;
  std::vector<CaseSet> CaseSets;
  std::map<std::vector<int64_t>, CaseSetId> CasesByKey;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_SYMBOLS_H
