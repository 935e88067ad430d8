//===- HostValue.h - What host code is known to compute ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, places and states of the host code that leads to launches. A state
// holds what is known on one path; what it does not hold is not known.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTVALUE_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTVALUE_H

#include "HostFacts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerUnion.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <vector>

namespace banklint {

/// What owns a value: a variable, or the expression that makes a temporary.
using HostRoot =
    llvm::PointerUnion<const clang::VarDecl *, const clang::Expr *>;

/// A root or a part of it.
struct HostPlace {
  HostRoot Root;
  /// Numbers of members (bases count first) and elements that lead to the part.
  std::vector<unsigned> Path;
  /// It is not known which part of this.
  bool IsSomewhereInside = false;

  HostPlace part(unsigned Index) const;
  friend bool operator==(const HostPlace &A, const HostPlace &B) {
    return A.Root == B.Root && A.Path == B.Path &&
           A.IsSomewhereInside == B.IsSomewhereInside;
  }
};

struct HostValue {
  enum ValueKind {
    Unknown,
    Integer,
    /// A struct or an array; Elements may end early: the rest is unknown.
    Aggregate,
    Function,
    /// A pointer or a reference to Target.
    Address,
  };
  ValueKind Kind = Unknown;
  /// Canonical in the type of the expression that had it.
  int64_t Number = 0;
  /// Unknown: values with the same symbol, unless 0, are the same number. What
  /// one path learns of one is true for all.
  unsigned Symbol = 0;
  /// Unknown, of arguments of launches: how many of its lowest bits are those
  /// of Number.
  unsigned LowBits = 0;
  /// Function: if it is a lambda's, a value for each of its captures, unknown
  /// for those by reference.
  std::vector<HostValue> Elements;
  /// Function: which. Unknown: the library's function that chose it, or null.
  const clang::FunctionDecl *Callee = nullptr;
  HostPlace Target;

  static HostValue integer(int64_t Number);
  static HostValue aggregate(std::vector<HostValue> Elements);
  static HostValue function(const clang::FunctionDecl &Callee);
  static HostValue address(HostPlace Target);

  bool isUnknown() const { return Kind == Unknown; }
  std::optional<int64_t> number() const;
  /// Element \p Index of an aggregate, unknown if there is none.
  HostValue element(unsigned Index) const;
  /// Equal but for symbols.
  friend bool operator==(const HostValue &A, const HostValue &B);
  friend bool operator!=(const HostValue &A, const HostValue &B) {
    return !(A == B);
  }
};

/// What a pointer to \p Place may be used for: it and what is inside, and all
/// of an array that it is an element of; an object if it is a base, or a struct
/// that stands first.
HostPlace reachFrom(const HostPlace &Place);

/// The base of the object at \p Place that \p Cast, from derived to base, goes
/// to. It is somewhere inside where that base is virtual.
HostPlace baseOf(HostPlace Place, const clang::CastExpr &Cast);

/// What \p A and \p B have in common. Of two numbers one that is not known,
/// which \p Joined, if given, takes a note of.
HostValue commonValue(const HostValue &A, const HostValue &B, HostTerms &Terms,
                      std::vector<HostFacts::JoinedNumber> *Joined = nullptr);

class HostState {
public:
  /// What a root holds. Shared between states, since paths differ in little.
  class Owner {
  public:
    bool HasEscaped = false;
    /// The paths of parts that have escaped by themselves.
    std::vector<std::vector<unsigned>> EscapedParts;

    const HostValue &value() const;
    /// Sets the part that \p Path leads to.
    void setPart(llvm::ArrayRef<unsigned> Path, HostValue Value);
    /// True if \p Path leads into a part that has escaped.
    bool isEscaped(llvm::ArrayRef<unsigned> Path) const;
    /// Makes those parts that have escaped unknown again.
    void forgetEscaped();
    /// For changes in place.
    HostValue &ownValue();
    void set(HostValue Value) {
      Held = std::make_shared<HostValue>(std::move(Value));
    }
    void forget() { Held = nullptr; }
    /// True if \p Other surely holds the same.
    bool shares(const Owner &Other) const { return Held == Other.Held; }

  private:
    /// Null: unknown.
    std::shared_ptr<HostValue> Held;
  };

  HostFacts Facts;
  /// What was decided of what launches depend on, as HostPath::decide numbers
  /// it.
  unsigned Decisions = 0;
  /// There were too many paths: what those that this stands for knew of these
  /// symbols is partly lost.
  SymbolRanges LostFacts;
  /// A condition was taken to be open here that may be known on each of those
  /// paths: it is not known that one of them comes here.
  bool IsDoubtful = false;

  /// Nothing if \p Place's root has no value here.
  std::optional<HostValue> load(const HostPlace &Place) const;
  void store(const HostPlace &Place, HostValue Value);
  bool holds(HostRoot Root) const { return roots().count(Root); }
  /// What \p Root holds, to be put back later; nothing if it holds nothing.
  std::optional<Owner> held(HostRoot Root) const {
    auto It = roots().find(Root);
    return It == roots().end() ? std::nullopt : std::optional(It->second);
  }
  void putBack(HostRoot Root, std::optional<Owner> Held) {
    erase(Root);
    if (Held)
      ownRoots().try_emplace(Root, std::move(*Held));
  }
  void erase(HostRoot Root) {
    if (holds(Root))
      ownRoots().erase(Root);
  }
  /// Makes \p Place unknown for good: code that is not seen may change it.
  void escape(const HostPlace &Place);
  void escape(HostRoot Root) { escape(HostPlace{Root, {}, false}); }
  /// The same for what is so in \p Other.
  void escapeAsIn(const HostState &Other);
  /// Makes \p Place unknown. What it pointed to may be written through unknown
  /// pointers from now on.
  void forget(const HostPlace &Place);
  void forget(HostRoot Root) { forget(HostPlace{Root, {}, false}); }
  /// Makes everything unknown that a variable points to which code may write
  /// through.
  void forgetPointees();
  /// Makes everything unknown that is not local to a function.
  void forgetGlobals();
  /// All that holds an unknown with one of the symbols in \p Known holds the
  /// number that stands with it from now on.
  void learn(llvm::ArrayRef<std::pair<unsigned, int64_t>> Known);
  /// All that holds an unknown with \p Symbol holds the one with \p Other from
  /// now on.
  void rename(unsigned Symbol, unsigned Other);
  void eraseIf(llvm::function_ref<bool(HostRoot)> IsGone);

  /// True if the roots that \p IsRelevant have equal values in both, equal but
  /// for symbols unless \p WithSymbols.
  static bool agree(const HostState &A, const HostState &B,
                    llvm::function_ref<bool(HostRoot)> IsRelevant,
                    bool WithSymbols = false);
  /// What was an unknown number in \p Before, and has turned out to be the
  /// number that it holds now, is called by its symbol again.
  void recallSymbols(const HostState &Before, HostTerms &Terms);
  /// Keeps what \p Other has, too.
  void join(const HostState &Other, HostTerms &Terms);

private:
  using RootMap = llvm::DenseMap<HostRoot, Owner>;
  const RootMap &roots() const;
  /// For changes in place.
  RootMap &ownRoots();

  /// Shared, since most copies of a state are only looked at. Null: none.
  std::shared_ptr<RootMap> Roots;
};

/// One state each path, paths that do not differ in what matters joined.
using HostStates = std::vector<HostState>;

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTVALUE_H
