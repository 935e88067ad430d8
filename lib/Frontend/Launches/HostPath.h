//===- HostPath.h - The path through host code ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the evaluation of expressions, the execution of statements and that of
// calls share: the state and the calls of the path that is being executed, the
// alternatives that it takes, and the work that is left.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTPATH_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTPATH_H

#include "Launches/Source/HostChanges.h"
#include "Launches/Source/KernelFinder.h"
#include "Launches/Values/HostState.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <tuple>

namespace banklint {

/// How a call ends: the state, and what it returns.
using HostReturn = std::pair<HostState, HostValue>;

/// Where the paths through a statement leave it.
struct HostExits {
  HostStates Breaks, Continues;
  std::vector<HostReturn> Returns;

  void addReturns(std::vector<HostReturn> More) {
    llvm::move(More, std::back_inserter(Returns));
  }
};

/// A function that is being executed.
struct HostFrame {
  explicit HostFrame(const clang::FunctionDecl &Function)
      : Function(&Function) {}

  const clang::FunctionDecl *Function;
  /// What `this` points to, if known.
  std::optional<HostPlace> This;
  std::vector<HostRoot> Temporaries;
  /// What is known at every label, if the function has labels.
  std::optional<HostState> AtLabels;
  /// Where statement expressions leave the statement that is being executed.
  HostExits Inside;
  /// It leads to launches: what does not matter for them is left out.
  bool IsLauncher = false;
};

/// The alternatives that the evaluation of one expression takes. Evaluated
/// again and again, it takes the next ones, until none is left.
class HostChoices {
public:
  /// Which of \p Count alternatives is taken here; nothing if there are too
  /// many paths already.
  std::optional<unsigned> choose(unsigned Count, unsigned Most = MaxPaths);
  /// Likewise, where call number \p Call ends in one of \p Ends.
  std::optional<unsigned>
  chooseEnd(unsigned Call, llvm::ArrayRef<HostReturn> Ends, unsigned Most);
  /// Paths through one expression. Macros for tables of sizes are statement
  /// expressions with more.
  static constexpr unsigned MaxPaths = 5, MaxInside = 8;
  /// The number of a call that begins.
  unsigned beginCall() { return Calls++; }
  /// How call number \p Call ends on this path, if it was executed on one that
  /// begins alike.
  const HostReturn *endOf(unsigned Call);
  /// The evaluation begins once more.
  void restart() { Next = Calls = 0; }
  /// Turns to the next alternatives; false if there are none.
  bool advance();
  /// True if no alternatives were met.
  bool isSingle() const { return Trail.empty(); }

private:
  struct Choice {
    unsigned Taken;
    unsigned Count;
    /// Of a call.
    unsigned Call = 0;
    std::vector<HostReturn> Ends = {};
  };
  llvm::SmallVector<Choice, 4> Trail;
  unsigned Next = 0;
  /// Calls so far.
  unsigned Calls = 0;
  /// Paths that were evaluated.
  unsigned Done = 0;
};

struct HostPath {
  explicit HostPath(const SourceIndex &Index) : Index(&Index) {}

  const SourceIndex *Index;
  /// The state of the path that is being executed; null between statements.
  HostState *Current = nullptr;
  std::vector<HostFrame> Frames;
  HostChoices Choices;
  /// The path has come to a call that never returns: nothing that follows in
  /// the expression happens.
  bool HasEnded = false;
  /// Conditions are taken both ways even if known: what no path reaches.
  bool TakesAllWays = false;
  /// The program is run without arguments.
  bool IsDefaultRun = false;
  /// In a loop of the function: what its rounds decide is not kept apart.
  bool IsInLoop = false;
  /// Statements and expressions that were executed, and the most of them.
  unsigned Steps = 0;
  unsigned StepLimit = 0;
  /// Of one function and all that it calls: until a kernel is found, and in
  /// all.
  static constexpr unsigned MostSteps = 120'000, MostRootSteps = 2'400'000;
  unsigned RootLimit = 0;
  HostTerms Terms;

  /// By the decisions before, the statement and its way.
  std::map<std::tuple<unsigned, const clang::Stmt *, unsigned>, unsigned>
      Decided;

  /// By a number of Decided, what it stands for but for the way.
  std::vector<std::pair<unsigned, const clang::Stmt *>> Origins = {{}};

  bool isSpent() const { return Steps >= StepLimit; }
  /// To be called where a function begins that nothing calls.
  void beginRoot() {
    StepLimit = Steps + MostSteps;
    RootLimit = Steps + MostRootSteps;
  }
  /// To be called where that function, or what it calls, launches a kernel for
  /// the first time.
  void allowMore() { StepLimit = std::min(Steps + MostSteps, RootLimit); }
  HostFrame &frame() { return Frames.back(); }
  bool isLauncher(const clang::FunctionDecl &Function) const {
    return Index->IsLauncher.contains(Function.getCanonicalDecl());
  }

  /// \p Value of \p Type, with a symbol if it is an unknown integer, or symbols
  /// for its members if these are a few integers.
  HostValue fresh(clang::QualType Type, HostValue Value,
                  const clang::ASTContext &Context);
  /// \p State is one way on. It is joined with one that differs in nothing that
  /// launches depend on. Those whose conditions decided something of that stay
  /// apart while there are few: later conditions may be about the same.
  void addState(HostStates &Into, HostState State);
  void addStates(HostStates &Into, HostStates States);
  /// The states that evaluating in \p State leads to, but for those that end
  /// there; \p Evaluate is to leave the latter alone, too. They are different
  /// decisions if \p Decider, a statement, is given.
  HostStates evaluateAll(const HostState &State,
                         llvm::function_ref<void()> Evaluate,
                         const clang::Stmt *Decider = nullptr);
  /// \p State has gone way number \p Way of \p Decider.
  void decide(HostState &State, const clang::Stmt &Decider, unsigned Way);
  /// \p States and \p Others have gone different ways of \p Decider. If these
  /// lead to the same, nothing was decided.
  void undecide(HostStates &States, HostStates &Others,
                const clang::Stmt &Decider);
  /// \p State stands for paths of which each may know more than it does.
  /// Of symbols before \p First it knows what there is to know.
  void loseFacts(HostState &State, unsigned First = 1) const {
    State.LostFacts.add(First, Terms.count());
  }
  /// \p Condition, of which \p State does not know whether it is true, is taken
  /// to be open.
  void doubt(const HostValue &Condition, HostState &State) const;
  /// \p States and \p Others have gone different ways. If each has one with the
  /// same values on the other side, these come here whatever the condition was.
  void settle(HostStates &States, HostStates &Others) const;
  /// True if launches of the function depend on \p Variable.
  bool isRelevant(const clang::VarDecl &Variable) const {
    return Frames.back().IsLauncher && Index->Relevant.contains(&Variable);
  }
  bool matters(HostRoot Root) const;
  HostState *joinAlike(HostStates &Into, const HostState &State);
  /// What changes with \p Variable, or with the object of this method if that
  /// is null, as far as it is known.
  std::optional<HostPlace> owner(const clang::VarDecl *Variable,
                                 const HostState &State) const;
  /// What \p Variable names, or `this` points to if that is null.
  std::optional<HostPlace> objectOf(const clang::VarDecl *Variable,
                                    const HostState &State) const;
  /// Makes unknown in \p State what a statement may change.
  void forget(const HostChanges::Found &Changed, HostState &State) const;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTPATH_H
