//===- LayoutJudge.h - What a layout costs in all uses ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the searches for paddings and swizzles share: the costs of all accesses
// to an array with any layout, and which of two layouts is the better one.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTJUDGE_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTJUDGE_H

#include "Costs/RequestCosts.h"
#include "Layouts/LayoutTrace.h"
#include <climits>

namespace banklint {

/// What all accesses to the array cost with one layout.
struct LayoutCost {
  /// IfMerged is 0 where that was not looked at: in predictions.
  TracedTotals Sum;
  RequestCost Worst;
  /// The worst request of some access has become worse.
  bool MakesWorse = false;
  /// All accesses of some use together need more wavefronts.
  bool RaisesUse = false;
  /// Some access to another array needs more: that stands elsewhere now.
  bool SpoilsOthers = false;
  /// Those that are executed, and those of Sum and Worst.
  std::vector<AccessOutcome> Outcomes;

  void add(const AccessOutcome &Outcome);
  bool isIdeal() const { return Sum.Wavefronts == Sum.Ideal; }
};

/// The best layout of those that were tried.
struct LayoutChoice {
  LayoutChange Change;
  /// Nothing if none was worth more than the declared one.
  std::optional<LayoutCost> Cost;
};

class LayoutJudge {
public:
  LayoutJudge(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
              const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Budget(Budget), Costs(Arch) {}

  /// Reads what the declared layout costs; to be called first. Why no other
  /// one can be judged, or "".
  std::string read();
  const LayoutCost &declared() const { return Declared; }

  /// One iteration and warp of those that cost the same, or all: predictions
  /// need no proof then but for what the compiler merges.
  enum class TracedPart { ByCost, All };
  /// Makes predictions possible; false if they are not.
  bool trace(TracedPart Part = TracedPart::ByCost);
  /// What was traced of use number \p Use.
  llvm::ArrayRef<TracedRequest> requests(size_t Use) const {
    return States[Use].Requests;
  }
  /// By executions. Nothing if some access is not aligned any more.
  std::optional<LayoutCost> execute(const LayoutChange &Change) const;
  /// The wavefronts of one warp of each use, by executions. They show whether
  /// one of all warps is worth its cost. Nothing if some access is not aligned
  /// any more.
  enum class SampledWarp { First, Middle };
  std::optional<uint64_t> sample(const LayoutChange &Change,
                                 SampledWarp Which) const;
  /// By what trace() found, which an execution has to prove. Nothing as well
  /// if the sum is sure to exceed \p Limit.
  std::optional<LayoutCost> predict(const LayoutChange &Change,
                                    uint64_t Limit = UINT64_MAX);
  /// True if what was traced costs what the declared layout does: nothing is
  /// merged, and no address is missing.
  bool predictsDeclared();
  /// Requests that predictions looked at so far.
  uint64_t predictedRequests() const { return Predicted; }

  /// True if \p Cost is worth more than the declared layout's.
  bool isBetter(const LayoutCost &Cost) const;
  /// Takes \p Change for \p Best if that is better at \p Cost, if any. True if
  /// nothing better can be found.
  bool improve(LayoutChoice &Best, const LayoutChange &Change,
               const std::optional<LayoutCost> &Cost);
  /// True if there is no \p Best, or the compiler may merge conflicts away, and
  /// \p Other, which keeps wider accesses aligned, costs no more if it does.
  bool isAsGoodIfMerged(const LayoutChoice &Other,
                        const LayoutChoice &Best) const;
  /// Says in \p Result, of which nothing came, what rules out the layout that
  /// needs the fewest wavefronts of those that improve() did not take although
  /// they need fewer than the declared one. If there is none, \p NoneHelps;
  /// with what bounds may hide.
  void explain(LayoutResult &Result, std::string NoneHelps) const;

  /// Before a search that begins anew.
  void forgetRefused() { Refused = {}; }

  /// True if rows that keep an access aligned still do.
  bool keepsPitchAligned(const LayoutChange &Change) const;
  /// True if rows that are aligned to the widest request that the compiler
  /// makes still are.
  bool keepsWidth(const LayoutChange &Change) const {
    return widthKept(Change) == WidestBytes;
  }
  /// True if all shared memory of each launch fits with the array changed.
  bool fits(const LayoutChange &Change) const;
  /// What \p Best is worth; nothing if there is none, or if it saves little.
  std::optional<LayoutFix> fixOf(const LayoutChoice &Best) const;

  /// The array in each use.
  llvm::SmallVector<const SharedArray *, 4> arrays() const;
  /// True if access number \p Access of use number \p Use is to the array.
  bool touches(size_t Use, unsigned Access) const {
    return States[Use].Touches[Access];
  }

private:
  bool isBetter(const LayoutCost &Cost,
                const std::optional<LayoutCost> &Best) const;
  uint64_t widthKept(const LayoutChange &Change) const;
  bool widensFreely(const LayoutChange &Wider, const LayoutChange &Other) const;
  LayoutFix describeFix(const LayoutChange &Change,
                        const LayoutCost &Cost) const;
  /// What is known of one use.
  struct UseState {
    const ArrayUse *Use;
    /// By access number: it accesses the array.
    std::vector<bool> Touches;
    /// By access number: the wavefronts above the ideal of its worst request.
    std::vector<unsigned> Excess;
    /// By access number: its wavefronts, as declared.
    std::vector<uint64_t> WavefrontsOf;
    /// Of all of them, as declared.
    uint64_t Wavefronts = 0;
    /// Its requests to the array.
    std::vector<TracedRequest> Requests;

    const SharedArray &array() const {
      return Use->Program->Arrays[Use->Array];
    }
  };

  std::string readUse(const ArrayUse &Use);
  std::string disadvantageOf(const LayoutCost &Cost) const;
  std::string whyRefused() const;
  bool executeUse(const UseState &State, const LaunchConfig &Launch,
                  const LayoutChange &Change, LayoutCost &Cost) const;
  bool predictUse(const UseState &State, const LayoutChange &Change,
                  uint64_t Limit, LayoutCost &Cost);

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  const InterpreterBudget &Budget;
  RequestCosts Costs;
  std::vector<UseState> States;
  LayoutCost Declared;
  /// The wavefronts of the worst request of that access which conflicts least.
  unsigned LeastOfConflicts = UINT_MAX;
  /// Of some conflict it is not known whether the compiler merges it away.
  bool MayMergeConflicts = false;
  /// Of some conflict only an upper bound is known, for another reason.
  bool HasBounds = false;
  /// Bytes a lane of the widest request that the compiler makes, or may make.
  uint64_t WidestBytes = 1;
  /// See explain().
  LayoutChoice Refused;
  /// Some accesses to the array were left out.
  bool HasLeftOut = false;
  uint64_t Predicted = 0;
};

/// True if both cost the same.
bool isSame(const LayoutCost &A, const LayoutCost &B);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTJUDGE_H
