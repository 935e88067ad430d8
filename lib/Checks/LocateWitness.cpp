//===- LocateWitness.cpp - Where a witness's words are --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocateWitness.h"

using namespace banklint;

/// True if \p Array starts in bank 0: it is aligned to all banks, or alone in
/// shared memory, whose start is.
static bool startsInBank0(const KernelProgram &Program, unsigned Array,
                          const Architecture &Arch) {
  unsigned SpanBytes = Arch.BankCount * Arch.BankBytes;
  return Program.Arrays.size() == 1 ||
         Program.Arrays[Array].Alignment % SpanBytes == 0;
}

WitnessLocation banklint::locateWitness(const Occurrence &O,
                                        const Architecture &Arch) {
  const Verdict &V = *O.V;
  WitnessLocation Result;
  Result.Array = arrayOf(O);
  if (Result.Array && Result.Array == V.WorstRequest->Array)
    Result.Frame = startsInBank0(O.program(), *Result.Array, Arch)
                       ? WitnessFrame::WordsAndBanks
                       : WitnessFrame::Words;
  return Result;
}
