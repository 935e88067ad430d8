//===- HostFacts.h - What paths know of unknown numbers ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code chooses a block by a condition, and often the kernel by the same
// condition, or by one that follows from it, later:
//
//   dim3 block(n <= 8 ? 8 : 32, 8);
//   if (n > 16)
//     wide<<<grid, block>>>(n);
//
// Terms say of which operators and symbols an unknown number is made, the same
// symbol for the same number. Facts are what the conditions of a path say of
// them. A number that is converted to a type that may not hold it has another
// symbol.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTFACTS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTFACTS_H

#include "banklint/Program/ArgumentValue.h"
#include "banklint/Program/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/KnownBits.h"
#include <limits>
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

class HostFacts {
public:
  /// Whether \p Symbol is other than 0; nothing if that is not known.
  std::optional<bool> truth(unsigned Symbol, const HostTerms &Terms) const;
  /// The lowest bits of \p Symbol that are known.
  ArgumentValue lowBits(unsigned Symbol, const HostTerms &Terms) const;
  /// \p Symbol is other than 0 if \p Truth, else 0. Calls \p Equals with a
  /// symbol that has turned out to be a number.
  void learn(unsigned Symbol, bool Truth, const HostTerms &Terms,
             llvm::function_ref<void(unsigned, int64_t)> Equals);
  /// \p Symbol has turned out to be the same number as \p Other, by which it is
  /// called from now on.
  void rename(unsigned Symbol, unsigned Other, HostTerms &Terms);
  /// Calls \p Visit with each symbol of which something is known: the least and
  /// the most that it is, and whether it is other than 0.
  void forEach(
      llvm::function_ref<void(unsigned, int64_t, int64_t, bool)> Visit) const {
    for (const auto &[Symbol, Of] : Known)
      Visit(Symbol, Of.Least, Of.Most, Of.IsNotZero);
  }
  /// False if what is known contradicts itself: no execution takes the path.
  bool arePossible(const HostTerms &Terms) const;
  using Operand = HostTerms::Operand;
  /// A number that is Mine on one path and Theirs on another.
  struct JoinedNumber {
    unsigned Symbol;
    Operand Mine, Theirs;
  };
  /// Keeps what holds on \p Other's path, too, and what does so of both numbers
  /// that one of \p Numbers may be.
  void join(const HostFacts &Other, llvm::ArrayRef<JoinedNumber> Numbers,
            HostTerms &Terms);

private:
  using Term = HostTerms::Term;
  struct Range {
    int64_t Least = std::numeric_limits<int64_t>::min();
    int64_t Most = std::numeric_limits<int64_t>::max();
    bool IsNotZero = false;

    bool isExactly(int64_t Number) const {
      return Least == Number && Most == Number;
    }
  };

  const Range *find(unsigned Symbol) const;
  Range range(const Operand &Of, const HostTerms &Terms) const;
  Range rangeOfRest(const Term &Rest, const HostTerms &Terms) const;
  Range rangeOfTerm(const Term &T, const HostTerms &Terms) const;
  std::optional<bool> truthOf(const Term &T, const HostTerms &Terms) const;
  // HostLowBits.cpp
  llvm::KnownBits bitsOf(const Operand &Of, const HostTerms &Terms) const;
  void addTestedBits(unsigned Symbol, const HostTerms &Terms,
                     llvm::KnownBits &Bits) const;

  void limit(const Operand &Of, Range By);
  void limitToEither(unsigned Symbol, const Range &One, const Range &Other);
  void learnOne(unsigned Symbol, bool Truth, const HostTerms &Terms,
                llvm::function_ref<void(unsigned, int64_t)> Equals);
  void learnTerm(const Term &T, bool Truth, const HostTerms &Terms,
                 llvm::function_ref<void(unsigned, int64_t)> Equals);

  llvm::SmallVector<std::pair<unsigned, Range>, 4> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTFACTS_H
