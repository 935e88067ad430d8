//===- MisalignedAccess.cpp - The check shared-misaligned-access ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessText.h"
#include "FaultPlaces.h"
#include "SureFaults.h"
#include "banklint/Support/Wording.h"

using namespace banklint;

/// "in warp 0, lane 8, thread (0, 1, 0), accesses byte 132 of 'tile'".
static std::string laneWords(const Occurrence &O, const SureAddress &At) {
  return executionWords(At.Warp, At.Loops) + "lane " + std::to_string(At.Lane) +
         ", " + threadWords(O, At) + ", accesses byte " +
         std::to_string(At.OffsetBytes) + " of '" +
         O.program().Arrays[At.Array].Name + "'";
}

/// The array's pitch, where rows are what moves lanes out of step.
static std::string declarationWords(const SharedArray &Array, unsigned Width) {
  std::string Text = "'" + Array.Name + "' is declared here";
  if (Array.Extents.size() < 2)
    return Text;
  const uint64_t Pitch = Array.Extents.back().Elements * Array.ElementBytes;
  if (Pitch % Width == 0)
    return Text;
  return Text + " with a row pitch of " + counted(Pitch, "byte") +
         ", not a multiple of " + std::to_string(Width);
}

std::vector<Finding> banklint::checkMisalignedAccesses(const Report &R,
                                                       const CheckRun &) {
  std::vector<Finding> Result;
  auto IsFaulty = [](const Occurrence &O) {
    return O.V->Faults.Misaligned.has_value();
  };
  for (const FaultPlace &Found : findSureFaults(R, IsFaulty)) {
    const Occurrence &O = Found.First;
    const SureMisalignment &Fault = *O.V->Faults.Misaligned;
    const unsigned Width = O.access().Bytes;
    Finding F;
    F.Check = "shared-misaligned-access";
    placeAt(R, O, F);
    F.Array = O.program().Arrays[Fault.At.Array].Name;
    F.Message = operationWords(O.access().Op).str() + accessedThing(O) +
                " is misaligned: its address must be a multiple of its " +
                counted(Width, "byte");
    F.Notes.push_back({F.At, laneWords(O, Fault.At)});
    if (Fault.Other)
      F.Notes.push_back({F.At, laneWords(O, *Fault.Other) +
                                   "; both cannot be aligned at once"});
    const SharedArray &Array = O.program().Arrays[Fault.At.Array];
    addFaultNotes(Found, Fault.At.Array, declarationWords(Array, Width), F);
    Result.push_back(std::move(F));
  }
  return Result;
}
