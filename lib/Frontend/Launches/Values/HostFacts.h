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
// Facts are what the conditions of a path say of the terms that unknown numbers
// are.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTFACTS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTFACTS_H

#include "Launches/Values/HostTerms.h"
#include "banklint/Program/ArgumentValue.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/KnownBits.h"
#include <limits>

namespace banklint {

class HostFacts {
public:
  /// Whether \p Symbol is other than 0; nothing if that is not known.
  std::optional<bool> truth(unsigned Symbol, const HostTerms &Terms) const;
  /// The least and the most that \p Symbol is.
  std::pair<int64_t, int64_t> limits(unsigned Symbol,
                                     const HostTerms &Terms) const {
    const Range Of = range({Symbol}, Terms);
    return {Of.Least, Of.Most};
  }
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
  bool arePossible(const HostTerms &Terms);
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
  Range rangeOfResult(const Term &T, const HostTerms &Terms) const;
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

  bool isPossible(unsigned Symbol, const HostTerms &Terms) const;

  /// By symbol, sorted.
  llvm::SmallVector<std::pair<unsigned, Range>, 4> Known;
  /// Of these more is known than when all was possible.
  llvm::SmallVector<unsigned, 4> Limited;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTFACTS_H
