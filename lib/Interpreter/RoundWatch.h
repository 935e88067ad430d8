//===- RoundWatch.h - How rounds change variables ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_ROUNDWATCH_H
#define BANKLINT_LIB_INTERPRETER_ROUNDWATCH_H

#include "LoopVariables.h"
#include "banklint/Interpreter/Value.h"
#include "llvm/ADT/STLExtras.h"

namespace banklint {

/// The carried variables of a loop whose changes are known, as the rounds from
/// one start on make them.
class RoundWatch {
public:
  explicit RoundWatch(llvm::ArrayRef<CarriedVariable> Carried) {
    for (const CarriedVariable &Variable : Carried)
      Watched.push_back({Variable, std::nullopt, true, false});
  }

  /// Notes what \p Lanes hold after one more round: \p Change is how far a
  /// variable is from where it started.
  void see(llvm::function_ref<WarpValue(unsigned Index)> Change,
           LaneMask Lanes) {
    ++Rounds;
    llvm::erase_if(Watched, [&](WatchedVariable &W) {
      WarpValue Value = Change(W.Variable.Index);
      if (Value.constantLanes(Lanes) != Lanes)
        return true;
      std::optional<int64_t> Distance = Value.uniformConstant(Lanes);
      if (Rounds == 1)
        W.Step = Distance;
      W.HasReturned = Distance == 0;
      W.IsLinear &= W.Step && Distance == *W.Step * int64_t(Rounds);
      return false;
    });
  }

  bool isEmpty() const { return Watched.empty(); }
  bool isKnown(unsigned Index) const {
    return llvm::any_of(Watched, [&](const WatchedVariable &W) {
      return W.Variable.Index == Index;
    });
  }
  /// It looks as if each round moved each variable by the same distance. A
  /// stage does so, too, until it starts anew.
  bool isLinear() const {
    constexpr unsigned UsualStages = 4;
    return llvm::all_of(Watched, [&](const WatchedVariable &W) {
      const CarriedVariable &V = W.Variable;
      return W.IsLinear && (V.IsStepped || W.HasReturned ||
                            Rounds > (V.IsReset ? UsualStages : 1));
    });
  }
  /// Each variable is where it started or was moved by the same distance in
  /// each round.
  bool isCycle() const {
    return llvm::all_of(Watched, [](const WatchedVariable &W) {
      return W.IsLinear || W.HasReturned;
    });
  }

private:
  struct WatchedVariable {
    CarriedVariable Variable;
    /// The distance of the first round.
    std::optional<int64_t> Step;
    bool IsLinear;
    bool HasReturned;
  };
  std::vector<WatchedVariable> Watched;
  unsigned Rounds = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_ROUNDWATCH_H
