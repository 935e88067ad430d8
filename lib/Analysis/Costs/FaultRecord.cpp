//===- FaultRecord.cpp - Faults of one access's executions ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/FaultRecord.h"

using namespace banklint;

std::vector<uint64_t>
banklint::arrayBytes(const KernelProgram &Program, const LaunchConfig &Launch,
                     llvm::ArrayRef<LayoutOverride> Layout) {
  std::vector<uint64_t> Result;
  for (const auto &[Index, Array] : llvm::enumerate(Program.Arrays)) {
    const LayoutChange Change = changeOf(Layout, Index);
    if (!Array.IsDynamic)
      Result.push_back(layoutOf(Array, Change).Bytes);
    else if (!Launch.DynamicBytes || Program.HasAssemblyArrays)
      Result.push_back(0);
    else
      Result.push_back(
          dynamicBytesOf(Array, Change, *Launch.DynamicBytes).value_or(0));
  }
  return Result;
}

const SureAddress *banklint::strayLane(const SureFaults &Faults,
                                       const KernelProgram &Program,
                                       const Access &A,
                                       std::optional<uint64_t> DynamicBytes) {
  // What assembly declares may be before or behind it.
  const auto MayGoOn = [&Program](const std::optional<SureAddress> &At) {
    return Program.HasAssemblyArrays && Program.Arrays[At->Array].IsDynamic;
  };
  if (const std::optional<SureAddress> &At = Faults.Beyond) {
    const SharedArray &Array = Program.Arrays[At->Array];
    const std::optional<uint64_t> Bytes =
        Array.IsDynamic ? DynamicBytes : Array.bytes();
    if (Bytes && !MayGoOn(At) &&
        At->OffsetBytes + int64_t(A.Bytes) * int64_t(A.Pieces) >
            int64_t(*Bytes))
      return &*At;
  }
  return Faults.Below && !MayGoOn(Faults.Below) ? &*Faults.Below : nullptr;
}

static bool isMatrixOperation(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return true;
  default:
    return false;
  }
}

static int64_t offsetOf(const AccessEvent &Event, unsigned Lane) {
  return uint64_t(Event.Address.base(Lane)) - arrayStart(*Event.Array);
}

static SureAddress describeLane(const AccessEvent &Event,
                                const KernelProgram &Program, unsigned Lane) {
  SureAddress At;
  At.Array = *Event.Array;
  At.OffsetBytes = offsetOf(Event, Lane);
  At.Warp = Event.Warp;
  At.Lane = Lane;
  for (const LoopPosition &Loop : Event.Loops)
    if (Loop.Value)
      At.Loops.push_back({Program.Variables[Loop.Variable].Name, *Loop.Value});
  return At;
}

void FaultRecord::add(const AccessEvent &Event, const KernelProgram &Program,
                      llvm::ArrayRef<uint64_t> ArrayBytes) {
  if (!Event.Array || isMatrixOperation(Program.Accesses[Event.Access].Op))
    return;
  LaneMask Known = Event.Address.constantLanes(Event.Lanes);
  if (Known.none())
    return;
  addBounds(Event, Program, Known, ArrayBytes[*Event.Array]);
  addAlignment(Event, Program, Known);
}

void FaultRecord::addBounds(const AccessEvent &Event,
                            const KernelProgram &Program, LaneMask Known,
                            uint64_t ArrayBytes) {
  unsigned Lowest = Known.lowest();
  unsigned Highest = Lowest;
  for (unsigned Lane : Known) {
    if (Event.Address.base(Lane) < Event.Address.base(Lowest))
      Lowest = Lane;
    if (Event.Address.base(Lane) > Event.Address.base(Highest))
      Highest = Lane;
  }
  const Access &A = Program.Accesses[Event.Access];
  // Where the last access that fits may start. A dynamic array has no bytes.
  const int64_t LastStart =
      Program.Arrays[*Event.Array].IsDynamic
          ? INT64_MIN
          : int64_t(ArrayBytes) - int64_t(A.Bytes) * int64_t(A.Pieces);
  const int64_t Most = offsetOf(Event, Highest);
  const int64_t Least = offsetOf(Event, Lowest);
  if (Most > LastStart && (!Faults.Beyond || Most > Faults.Beyond->OffsetBytes))
    Faults.Beyond = describeLane(Event, Program, Highest);
  if (Least < 0 && (!Faults.Below || Least < Faults.Below->OffsetBytes))
    Faults.Below = describeLane(Event, Program, Lowest);
}

void FaultRecord::addAlignment(const AccessEvent &Event,
                               const KernelProgram &Program, LaneMask Known) {
  const unsigned Width = Program.Accesses[Event.Access].Bytes;
  if (Faults.Misaligned || Width == 1)
    return;
  // A lone array starts where shared memory does.
  const unsigned Aligned =
      Program.Arrays.size() == 1
          ? Width
          : std::min(Width, Program.Arrays[*Event.Array].Alignment);
  if (!First)
    First = describeLane(Event, Program, Known.lowest());
  // Both are powers of two: the low bits of all lanes decide at once.
  uint64_t Bits = 0, Differing = 0;
  for (unsigned Lane : Known) {
    const uint64_t Offset = offsetOf(Event, Lane);
    Bits |= Offset;
    Differing |= Offset ^ uint64_t(First->OffsetBytes);
  }
  const bool IsComparable = First->Array == *Event.Array;
  if (Bits % Aligned == 0 && (!IsComparable || Differing % Width == 0))
    return;
  for (unsigned Lane : Known) {
    const int64_t Offset = offsetOf(Event, Lane);
    if (Offset % Aligned != 0) {
      Faults.Misaligned = {describeLane(Event, Program, Lane), std::nullopt};
      return;
    }
    if (IsComparable && (Offset - First->OffsetBytes) % Width != 0) {
      Faults.Misaligned = {*First, describeLane(Event, Program, Lane)};
      return;
    }
  }
}
