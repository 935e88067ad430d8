//===- Unrolling.cpp - What the compiler makes of rounds ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop whose rounds the compiler can count it makes one straight line if
// that stays short. Of a longer one it makes equal parts: the most rounds that
// divide their number and stay short.
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// Instructions of all rounds together, as Stmt::Weight counts them, of loops
/// that nvcc surely unrolls whole: rule L1.
constexpr unsigned SurelyUnrolled = 400;
/// Likewise if it is asked to, rule L4. Of 300 loops without others in them it
/// unrolled each, the largest with 19872.
constexpr unsigned SurelyUnrolledIfAsked = 8000;
constexpr unsigned SurelyUnrolledIfAskedAround = 1200;
/// What is left of all rounds where it is known which they are may be as many
/// times larger as a round is larger than what is left of it, and so many times
/// at most: rule L2.
constexpr unsigned MostOfLeft = 4;
/// It counts by execution no further.
constexpr unsigned MostCountedRounds = 256;

/// Of straight rounds, a power of two of them, of at most so many instructions
/// each nvcc makes parts of at least so many: rule L3.
constexpr unsigned SurelyInParts = 24;
constexpr unsigned SurePart = 4;

/// True if the compiler may be able to count the rounds of \p S. What one code
/// does in all rounds of a loop around it depends on these.
bool WarpExecutor::mayBeCounted(const Stmt &S) {
  llvm::ArrayRef<const Stmt *> Around = OneCopyLoops;
  if (!Around.empty() && Around.back() == &S)
    Around = Around.drop_back();
  return Shared.CompileTime.hasConstantTest(S) &&
         !Shared.CompileTime.dependsOnRounds(S, Around);
}

/// The most rounds of \p S of which nvcc surely makes one line.
static unsigned mostInLine(const Stmt &S) {
  if (S.UnrollCount > 1)
    return (S.HasInnerLoops ? SurelyUnrolledIfAskedAround
                            : SurelyUnrolledIfAsked) /
           S.Weight;
  const unsigned Left =
      S.Weight - std::min(S.FoldedWeight, std::max(S.Weight, 1u) - 1);
  return SurelyUnrolled * std::min(S.Weight, MostOfLeft * Left) / (Left * Left);
}

/// Of how many rounds of \p S, from the first one on, the compiler surely makes
/// one straight line of code each time, at least: UnrollWhole if of all.
unsigned WarpExecutor::roundsInLine(const Stmt &S) {
  const bool IsPart = S.UnrollCount > 1 && S.UnrollCount != UnrollWhole;
  const bool MayBeWhole = Shared.CompileTime.isSurelyCountable(S);
  if ((!MayBeWhole &&
       !(IsPart && Shared.CompileTime.isSurelyCountableInPart(S))) ||
      Shared.CompileTime.dependsOnRounds(S, RolledLoops))
    return 1;
  const bool IsAsked = S.UnrollCount > 1;
  const unsigned Most =
      std::min({mostInLine(S), IsAsked ? S.UnrollCount : MostCountedRounds,
                MostCountedRounds});
  const bool IsInParts =
      !IsAsked && S.Weight <= SurelyInParts && Shared.CompileTime.isStraight(S);
  const std::optional<unsigned> Rounds =
      countRounds(S, IsPart || IsInParts ? MostCountedRounds : Most);
  if (!Rounds)
    return 1;
  if (MayBeWhole && *Rounds <= Most)
    return UnrollWhole;
  if (IsInParts)
    return llvm::isPowerOf2_32(*Rounds) ? SurePart : 1;
  // What would be left over may come first.
  return IsPart && Most == S.UnrollCount && *Rounds % Most == 0 ? Most : 1;
}

/// The rounds that all lanes do of \p S, if these are at most \p MaxRounds.
std::optional<unsigned> WarpExecutor::countRounds(const Stmt &S,
                                                  unsigned MaxRounds) {
  VariableValues Before = Eval.Variables;
  bool HasEnded = false;
  unsigned Rounds = 0;
  for (; Rounds <= MaxRounds; ++Rounds) {
    if (S.TestFirst || Rounds != 0) {
      Decision D = decide(S.Value);
      HasEnded = D.Open.none() && D.True.none();
      if (HasEnded || D.Open.any() || D.False.any())
        break;
    }
    for (const Stmt *Counter : Shared.CompileTime.countersOf(S))
      runStmt(*Counter);
  }
  Eval.Variables = std::move(Before);
  return HasEnded ? std::optional(Rounds) : std::nullopt;
}
