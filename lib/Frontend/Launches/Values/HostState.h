//===- HostState.h - What a path of host code knows -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTSTATE_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTSTATE_H

#include "Launches/Values/HostFacts.h"
#include "Launches/Values/HostMemory.h"

namespace banklint {

/// What is known on one path; what it does not hold is not known.
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

  /// Of what can change at any time, what it surely still holds.
  HostMemory Memory;

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
    Memory.forget({Root, {}, false});
    if (holds(Root))
      ownRoots().erase(Root);
  }
  /// True if code that is not seen may change \p Root.
  bool isExposed(HostRoot Root) const;
  /// Code that is not seen, or writes to what is not known, is executed: what
  /// it may change is not remembered.
  void forgetExposed();
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
  /// through. Nothing is remembered of what is exposed.
  void forgetPointees();
  /// Makes everything unknown that is not local to a function. Nothing is
  /// remembered of what is exposed.
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
  /// \p Place changes: what that may change is not remembered.
  void changeMemory(const HostPlace &Place);

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

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTSTATE_H
