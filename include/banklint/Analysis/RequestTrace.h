//===- RequestTrace.h - The requests of one access --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verdict keeps the worst request of an access. For people who want to see
// the others, a launch is executed again, every round of its loops for real.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_REQUESTTRACE_H
#define BANKLINT_ANALYSIS_REQUESTTRACE_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// The request that serves an execution of an access; others may share it.
struct RoundRequest {
  /// Without bank maps.
  Witness Of;
  RequestCost Cost;
  /// The numbers of its rounds in the surrounding loops, outermost first;
  /// nothing for a loop of which it may be in any round.
  std::vector<std::optional<uint64_t>> Rounds;
};

/// The requests, at most \p Most, of access number \p Access by warp number
/// \p Warp of \p Launch, in the order of their rounds. They are those that
/// judge() sees: what the compiler merges is one request, and what is not known
/// is as bad as it may be. Requests are missing whose cost is not known, and
/// those behind the point where the work reaches a limit of \p Budget, which
/// is spent twice at most; Budget::Together is not used.
std::vector<RoundRequest>
traceRequests(const KernelProgram &Program, const Architecture &Arch,
              const LaunchConfig &Launch, unsigned Access, unsigned Warp,
              unsigned Most, const InterpreterBudget &Budget,
              llvm::ArrayRef<LayoutOverride> Layout = {});

} // namespace banklint

#endif // BANKLINT_ANALYSIS_REQUESTTRACE_H
