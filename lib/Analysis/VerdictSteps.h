//===- VerdictSteps.h - From a tally to a verdict ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verdict is drawn from the source's executions, then weakened by each thing
// that the compiler may change. Each step takes the verdict so far; verdictOf
// runs them in the only order that is right, for the reasons given here.
//
// Of a verdict, the steps set Result, Worst, FusedBytes, BlockTotal, Traced,
// IfSpared, Sure, IsOnlyFlowOpen, Condition and Why. The rest does not depend
// on costs.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_VERDICTSTEPS_H
#define BANKLINT_LIB_ANALYSIS_VERDICTSTEPS_H

#include "AccessTally.h"

namespace banklint {

/// All steps in order. \p T has at least one execution.
Verdict verdictOf(const AccessTally &T);

/// The verdict on the source's executions: exact if all cost the same, or if
/// one that is definite is at least as bad as any other can be; else a function
/// of one symbol; else a bound. The first step: the others ask whether the
/// source is exact.
Verdict verdictOnSource(const AccessTally &T);

/// A struct that is copied in pieces is a bound, because the compiler may
/// access several pieces at once. Before what the compiler does with whole
/// requests: these pieces are one request of the source, so its cost is no
/// exact start for the steps below.
Verdict weakenForPieces(Verdict V, const SourceTally &Source);

/// What requests may be merged into. Before reuse, which lowers the cost that
/// merging leaves (IfSpared).
Verdict weakenForMerging(Verdict V, const AccessTally &T);

/// What is left if the compiler elides executions. Before joining: it compares
/// the worst request with those that stay, both as they are alone. A conflict
/// that only joining makes is not one that eliding removes.
Verdict weakenForReuse(Verdict V, const AccessTally &T);

/// Raises the cost to that of a request together with another branch's. Both
/// never cost more than they do apart, so there is no conflict that was not
/// there. Last of those that change the cost: what was the worst request alone
/// becomes what is left if they stay apart.
Verdict raiseForJoining(Verdict V, const AccessTally &T);

/// Verdict::Sure for \p V, the outcome of all steps above. \p WasExact is true
/// if the source was.
std::optional<RequestCost> sureCost(const Verdict &V, const AccessTally &T,
                                    bool WasExact);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_VERDICTSTEPS_H
