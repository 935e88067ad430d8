//===- RequestMaps.h - What the banks do in each round ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pictures of banks show one request. The requests of a warp differ from round
// to round, and with a fix they are others. To find them, the launch is
// executed anew, which runs that draw nothing need not pay for.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_REQUESTMAPS_H
#define BANKLINT_CHECKS_REQUESTMAPS_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// A map has no more rounds.
constexpr unsigned MaxMapRounds = 64;

/// Enters Finding::Maps of \p F, a finding of \p R: the requests of the warp of
/// its worst one, as written and with the first fix that has edits, if it
/// changes a layout. Both have the same rounds, in the order of their
/// execution: those in which the lanes stand to each other as in none before,
/// in one of both. If there are more than MaxMapRounds of them, the worst
/// request's is among those that are kept. A finding without a worst request
/// has no maps, nor has a copy past the cache. What is spent on each of the
/// executions is limited by InterpreterBudget::Statements of \p Budget; what
/// was not reached is missing, but for the worst request.
void addRequestMaps(const Report &R, const InterpreterBudget &Budget,
                    Finding &F);

} // namespace banklint

#endif // BANKLINT_CHECKS_REQUESTMAPS_H
