//===- LocateWitness.cpp - Where a witness's words are --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocateWitness.h"
#include "llvm/ADT/SmallSet.h"

using namespace banklint;

/// True if the addresses of \p Event are known in full and \p Request is that
/// of one of the pieces of \p A at them.
static bool showsRequest(const AccessEvent &Event, const WarpRequest &Request,
                         const Access &A) {
  if (Event.Lanes != Request.Active || !Event.Array ||
      Event.Address.constantLanes(Event.Lanes) != Event.Lanes)
    return false;
  uint64_t Start = uint64_t(*Event.Array + 1) << ArrayShift;
  unsigned First = Event.Lanes.lowest();
  uint64_t Moved =
      Request.Address[First] - (uint64_t(Event.Address.base(First)) - Start);
  if (Moved >= uint64_t(A.Bytes) * A.Pieces)
    return false;
  for (unsigned Lane : Event.Lanes)
    if (uint64_t(Event.Address.base(Lane)) - Start + Moved !=
        Request.Address[Lane])
      return false;
  return true;
}

/// True if \p Array starts in bank 0: it is aligned to all banks, or alone in
/// shared memory, whose start is.
static bool startsInBank0(const KernelProgram &Program, unsigned Array,
                          const Architecture &Arch) {
  unsigned SpanBytes = Arch.BankCount * Arch.BankBytes;
  return Program.Arrays.size() == 1 ||
         Program.Arrays[Array].Alignment % SpanBytes == 0;
}

WitnessLocation banklint::locateWitness(const Occurrence &O,
                                        const Architecture &Arch,
                                        const InterpreterBudget &Budget) {
  const Access &A = O.access();
  const Witness &W = *O.V->WorstRequest;
  // Arrays that the warp's executions point into, and that of the witness.
  llvm::SmallSet<std::optional<unsigned>, 2> Pointed;
  std::optional<unsigned> Shown;
  execute(
      O.program(), O.Launch->Launch.Config, Budget,
      [&](const AccessEvent &Event) {
        if (Event.Access != O.V->Access || Event.Warp != W.Warp)
          return;
        Pointed.insert(Event.Array);
        if (showsRequest(Event, W.Request, A))
          Shown = Event.Array;
      },
      /*Layout=*/{}, /*WarpLimit=*/W.Warp + 1);

  WitnessLocation Result;
  Result.Array = A.Array;
  if (!Result.Array && Pointed.size() == 1)
    Result.Array = *Pointed.begin();
  if (Result.Array && Result.Array == Shown)
    Result.Frame = startsInBank0(O.program(), *Result.Array, Arch)
                       ? WitnessFrame::WordsAndBanks
                       : WitnessFrame::Words;
  return Result;
}
