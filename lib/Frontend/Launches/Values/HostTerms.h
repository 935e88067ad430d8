//===- HostTerms.h - Of what unknown numbers are made -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms say of which operators and symbols an unknown number is made, the same
// symbol for the same number. A number that is converted to a type that may not
// hold it has another symbol.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTTERMS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTTERMS_H

#include "banklint/Program/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace banklint {

// Expr.h names what Clang does.
enum class BinaryOp;

/// Some of the symbols that follow each other; too many ranges become one.
class SymbolRanges {
public:
  /// Nothing if \p First is greater than \p Last.
  void add(unsigned First, unsigned Last);
  /// Those of \p Others from \p First on.
  void add(const SymbolRanges &Others, unsigned First = 1);
  bool contains(unsigned Symbol) const;

private:
  using Range = std::pair<unsigned, unsigned>;
  static constexpr size_t MaxRanges = 16;
  llvm::SmallVector<Range, 1> Ranges;
};

/// The symbols of unknown numbers, from 1 on.
class HostTerms {
public:
  struct Operand {
    /// 0: Number.
    unsigned Symbol = 0;
    int64_t Number = 0;

    friend bool operator==(const Operand &A, const Operand &B) {
      return A.Symbol == B.Symbol && A.Number == B.Number;
    }
  };
  struct Term {
    BinaryOp Op;
    IntType Type;
    Operand Left, Right;
    /// How many operators stand above each other in it.
    unsigned Height;
  };

  /// A symbol that equals no other.
  unsigned fresh();
  /// The symbol of \p Op, in \p Type, of \p Left and \p Right. What it is made
  /// of is forgotten if that is large.
  unsigned make(BinaryOp Op, IntType Type, const Operand &Left,
                const Operand &Right);
  /// A symbol for the number that is one of two; 0 if there are too many.
  unsigned joined();
  /// What \p Symbol is made of; null if it is not known.
  const Term *find(unsigned Symbol) const;

  /// The number of symbols so far.
  unsigned count() const { return unsigned(Terms.size()); }
  /// True if one of the symbols that \p Symbol is made of, or itself if it is
  /// of none, is among \p Others.
  bool isMadeOf(unsigned Symbol, const SymbolRanges &Others) const;

  /// Symbols with what they are if \p Symbol is \p Number: it, what it was
  /// converted from and to, and what is made of these and of numbers.
  std::vector<std::pair<unsigned, int64_t>> whatFollows(unsigned Symbol,
                                                        int64_t Number) const;

  /// \p Symbols, what they are made of directly, and what is made of these.
  llvm::DenseSet<unsigned> relatives(llvm::ArrayRef<unsigned> Symbols) const;

  /// What is made of \p Symbol and another symbol, and equals that one if
  /// \p Symbol is \p Number.
  std::vector<std::pair<unsigned, unsigned>> whatEquals(unsigned Symbol,
                                                        int64_t Number) const;

private:
  std::vector<unsigned> conversionsOf(unsigned Symbol) const;
  unsigned heightOf(const Operand &Of) const;

  std::vector<std::optional<Term>> Terms;
  using Key = std::tuple<BinaryOp, unsigned, bool, unsigned, int64_t, unsigned,
                         int64_t>;
  std::map<Key, unsigned> Made;
  /// By symbol: those whose terms have it as an operand.
  std::map<unsigned, std::vector<unsigned>> Users;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTTERMS_H
