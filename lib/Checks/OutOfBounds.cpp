//===- OutOfBounds.cpp - The check shared-out-of-bounds -------------------===//
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

/// "element 64, bytes 256 to 259"; elements only of flat arrays.
static std::string rangeWords(const Occurrence &O, const SureAddress &At) {
  const SharedArray &Declared = O.program().Arrays[At.Array];
  const Access &A = O.access();
  const int64_t ElementBytes = Declared.ElementBytes;
  std::string Text;
  if (Declared.Extents.size() == 1 && At.OffsetBytes % ElementBytes == 0)
    Text = "element " + std::to_string(At.OffsetBytes / ElementBytes) + ", ";
  const int64_t Last =
      At.OffsetBytes + int64_t(A.Bytes) * int64_t(A.Pieces) - 1;
  if (Last == At.OffsetBytes)
    return Text + "byte " + std::to_string(At.OffsetBytes);
  return Text + "bytes " + std::to_string(At.OffsetBytes) + " to " +
         std::to_string(Last);
}

/// "'s' has 64 elements", "'tile' has 4096 bytes".
static std::string sizeWords(const Occurrence &O, unsigned Array) {
  const SharedArray &Declared = O.program().Arrays[Array];
  const std::string Name = "'" + Declared.Name + "'";
  if (Declared.IsDynamic)
    return "the launch gives " + Name + " " +
           counted(*O.Launch->Launch.Config.DynamicBytes, "byte");
  if (Declared.Extents.size() == 1)
    return Name + " has " + counted(Declared.Extents[0].Elements, "element");
  return Name + " has " + counted(Declared.bytes(), "byte");
}

std::vector<Finding> banklint::checkOutOfBounds(const Report &R,
                                                const CheckRun &) {
  std::vector<Finding> Result;
  auto IsStray = [](const Occurrence &O) { return strayLaneOf(O) != nullptr; };
  for (const FaultPlace &Found : findSureFaults(R, IsStray)) {
    const Occurrence &O = Found.First;
    const SureAddress &At = *strayLaneOf(O);
    const std::string &Name = O.program().Arrays[At.Array].Name;
    Finding F;
    F.Check = "shared-out-of-bounds";
    placeAt(R, O, F);
    F.Array = Name;
    F.Message = operationWords(O.access().Op).str() + accessedThing(O) +
                (At.OffsetBytes < 0 ? " is below the start of '"
                                    : " is beyond the end of '") +
                Name + "'";
    if (O.program().Arrays[At.Array].IsDynamic || At.OffsetBytes >= 0)
      F.Message += ": " + sizeWords(O, At.Array);
    F.Notes.push_back({F.At, executionWords(At.Warp, At.Loops) + "lane " +
                                 std::to_string(At.Lane) + ", " +
                                 threadWords(O, At) + ", accesses " +
                                 rangeWords(O, At)});
    addFaultNotes(Found, At.Array, "'" + Name + "' is declared here", F);
    Result.push_back(std::move(F));
  }
  return Result;
}
