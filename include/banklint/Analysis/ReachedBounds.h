//===- ReachedBounds.h - Bounds that a run reaches --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guard such as `x < n` leaves open which lanes take part, so that what it
// guards costs "up to" something. Nearly always n is large and all lanes do. To
// distinguish such a bound from one that may never be reached, the launch is
// executed again with numbers for what it leaves open, small and large ones:
// what surely happens in each of these runs is reached.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_REACHEDBOUNDS_H
#define BANKLINT_ANALYSIS_REACHEDBOUNDS_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// Sets Verdict::Sure of those of \p Verdicts, which judge gave for \p Launch,
/// that conflict by a bound of which only the flow of control is open, if each
/// run of the launch that is tried surely has a conflict there. The figure is
/// the least of these runs. Costs nothing where there are none.
void findReached(const KernelProgram &Program, const Architecture &Arch,
                 const LaunchConfig &Launch, const InterpreterBudget &Budget,
                 llvm::MutableArrayRef<Verdict> Verdicts);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_REACHEDBOUNDS_H
