//===- WitnessFrame.cpp - What a witness's numbers mean -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WitnessFrame.h"

using namespace banklint;

/// True if the addresses of \p Event are known in full and \p Request is that
/// of one of the pieces of \p A at them.
static bool showsRequest(const AccessEvent &Event, const WarpRequest &Request,
                         const Access &A) {
  if (Event.Lanes != Request.Active || Event.Array != A.Array ||
      Event.Address.constantLanes(Event.Lanes) != Event.Lanes)
    return false;
  uint64_t Start = uint64_t(*A.Array + 1) << ArrayShift;
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

WitnessFrame banklint::frameOf(const Occurrence &O, const Architecture &Arch,
                               const InterpreterBudget &Budget) {
  std::optional<unsigned> Array = O.access().Array;
  if (!Array)
    return WitnessFrame::Relative;
  const Witness &W = *O.V->WorstRequest;
  bool IsShown = false;
  execute(O.program(), O.Launch->Launch.Config, Budget,
          [&](const AccessEvent &Event) {
            if (Event.Access == O.V->Access && Event.Warp == W.Warp)
              IsShown |= showsRequest(Event, W.Request, O.access());
          });
  if (!IsShown)
    return WitnessFrame::Relative;
  return startsInBank0(O.program(), *Array, Arch) ? WitnessFrame::WordsAndBanks
                                                  : WitnessFrame::Words;
}
