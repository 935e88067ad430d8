//===- Verdict.h - What an access costs -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verdict says for one access in one launch what its requests cost and how
// sure that is. docs/architecture.md defines the four results.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_VERDICT_H
#define BANKLINT_ANALYSIS_VERDICT_H

#include "banklint/Analysis/SureAddress.h"
#include "banklint/Hardware/Wavefronts.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

enum class Certainty {
  /// Holds for every execution of this launch.
  Exact,
  /// No execution needs more, and some may need less.
  UpperBound,
  /// A function of a warp-uniform value that is not known.
  Depends,
  /// Not known; Verdict::Why says why.
  Unknown,
};

/// "exact", "upper-bound", "depends", "unknown".
llvm::StringRef spelling(Certainty Result);

/// Sums over requests.
struct Totals {
  uint64_t Requests = 0;
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;

  Totals &operator+=(const Totals &More) {
    Requests += More.Requests;
    Wavefronts += More.Wavefronts;
    Ideal += More.Ideal;
    return *this;
  }
};

/// Of all requests that were executed, counted or not, each once.
struct TracedTotals : Totals {
  /// Parts of a wavefront that IfMerged counts.
  static constexpr unsigned PartsOfOne = 16;
  /// The wavefronts if the compiler merges all that it may and keeps in
  /// registers what it may, in parts: a request has its share of those of the
  /// wider one.
  uint64_t IfMerged = 0;

  TracedTotals &operator+=(const TracedTotals &More) {
    Totals::operator+=(More);
    IfMerged += More.IfMerged;
    return *this;
  }
};

/// The request that a verdict's worst figures come from.
struct Witness {
  unsigned Warp = 0;
  /// Names and values of the surrounding loops' variables, outermost first;
  /// loops whose value is not known are left out.
  std::vector<std::pair<std::string, int64_t>> Loops;
  /// Addresses are relative to the start of the array if that is known, else
  /// to some multiple of all banks' bytes.
  WarpRequest Request;
  /// The array that Request's addresses are offsets in, if nothing was left out
  /// of them.
  std::optional<unsigned> Array;
  /// How the banks serve it.
  std::vector<BankMap> Maps;
};

struct Verdict {
  /// Index into the program's accesses.
  unsigned Access = 0;
  Certainty Result = Certainty::Unknown;
  /// The request with the most excess wavefronts, then the most ways, then the
  /// first. If Result is Unknown: a request that surely costs as much or more
  /// and conflicts, or zero.
  RequestCost Worst;
  /// Not set if Result is Unknown and Worst is zero.
  std::optional<Witness> WorstRequest;
  /// Bytes a lane of the widest request: more than the access's own if the
  /// compiler surely merges some of its executions with neighbours. Such a
  /// request, and its part of the totals, is the first load's or the last
  /// store's; the others have none. 0 if Result is Unknown.
  unsigned FusedBytes = 0;
  /// Over all warps and rounds of one block; only if every execution was
  /// counted and Result is Exact, or would be but for what the compiler may
  /// merge or spare: the totals without that, then, which never are below the
  /// true ones.
  std::optional<Totals> BlockTotal;
  /// Over all blocks of the launch; not set where it is as many times
  /// BlockTotal as there are blocks: gridTotal has it in any case.
  std::optional<Totals> GridTotal;
  /// Comparable between layouts of the same program and launch.
  TracedTotals Traced;
  /// Set if the compiler may merge requests that conflict with their neighbours
  /// into ones of 8 or 16 bytes, spare them or make one of several branches'
  /// (which costs no more than they do apart), or if only lanes in different
  /// rounds of a loop conflict: the worst request that is left if it does what
  /// is best here. Worst never costs less. Result is an upper bound then.
  std::optional<RequestCost> IfSpared;
  /// The compiler may merge some requests with their neighbours, whatever else
  /// is not known. Not if Result is Depends or Unknown.
  bool MayMerge = false;
  /// A cost that is surely reached: all executions of this launch are as Worst
  /// says, or one that is made in any case costs this. Nothing if no figure is
  /// sure. findReached adds what is reached in each of some runs of the launch.
  std::optional<RequestCost> Sure;
  /// Sure is of findReached, with numbers for what is not known.
  bool IsSureTried = false;
  /// Bit 0, 1 or 2: a condition on blockIdx.x, .y or .z decides which lanes
  /// take part or whether the access is executed.
  unsigned BlockGuards = 0;
  /// UpperBound: only which lanes take part, or which executions take place, is
  /// not known; the requests that there may be are.
  bool IsOnlyFlowOpen = false;
  /// Exact: of blocks of which all threads pass guards such as
  /// `blockIdx.x * blockDim.x + threadIdx.x < n`, with an n that is not known.
  /// In others, fewer lanes take part. There are no totals.
  bool IsInside = false;
  /// Depends: text such as "n % 32 == 0: 32 wavefronts; n odd: 1".
  std::string Condition;
  /// Unknown: why. UpperBound: what makes it a bound.
  std::optional<Reason> Why;
  /// The rules of the compiler by which the answer is another than the source
  /// gives, or is a bound.
  RuleSet Rules;
  /// The arrays that the access names or its executions point into, sorted.
  std::vector<unsigned> Arrays;
  /// Some execution points nobody knows where, and the source names no array.
  bool MayStray = false;
  /// Whatever Result is: the wavefronts of a request do not need it to be
  /// right.
  SureFaults Faults;
  /// The same of requests that all lanes make where they are made at all: in
  /// blocks that a condition on blockIdx selects, and in the first round, or
  /// any one, of loops of which it is not known whether there is one.
  SureFaults FaultsIfReached;

  /// Worst is no more than a lower bound.
  bool isAtLeast() const { return Result == Certainty::Unknown && Sure; }
  /// Some execution may cost less than Worst, which is known.
  bool mayTakeLess() const {
    return Result != Certainty::Exact && !isAtLeast();
  }
  bool reaches(unsigned Array) const;
};

/// Verdicts of all accesses that \p Launch reaches, in the order of the
/// program's accesses. An access that the budget left out is Unknown.
std::vector<Verdict> judge(const KernelProgram &Program,
                           const Architecture &Arch, const LaunchConfig &Launch,
                           const InterpreterBudget &Budget,
                           llvm::ArrayRef<LayoutOverride> Layout = {});

/// The sums of \p V over all blocks of \p Launch: nothing if they or the grid
/// are not known.
std::optional<Totals> gridTotal(const Verdict &V, const LaunchConfig &Launch);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_VERDICT_H
