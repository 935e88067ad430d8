//===- PaddingTrace.cpp - Requests as functions of a padding --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddingTrace.h"

using namespace banklint;

/// About 6 MB.
static constexpr size_t MaxRequests = 8192;

AccessPattern TracedRequest::padded(unsigned Elements) const {
  AccessPattern Result = Pattern;
  for (unsigned Lane : Pattern.Addressing)
    Result.Offset[Lane] += Step[Lane] * Elements;
  return Result;
}

LayoutOverride banklint::paddedLayout(const ArrayUse &Use, unsigned Elements) {
  LayoutOverride Padded{Use.Array, {}};
  for (const Extent &E : Use.Program->Arrays[Use.Array].Extents)
    Padded.Extents.push_back(E.Elements);
  Padded.Extents.back() += Elements;
  return Padded;
}

/// Executes \p Use with a padding and hands over the requests to its array
/// until \p Take refuses one or one is not known. Returns whether none was.
static bool
forEachRequest(const ArrayUse &Use, const Architecture &Arch,
               const InterpreterBudget &Budget, unsigned Elements,
               llvm::function_ref<bool(unsigned, const AccessPattern &)> Take) {
  bool GoesOn = true;
  auto See = [&](const AccessEvent &Event) {
    if (!GoesOn || Event.Array != Use.Array)
      return;
    AccessPattern Pattern;
    GoesOn = !describe(Event, *Use.Program, Arch, Pattern) && !Pattern.Symbol &&
             Take(Event.Access, Pattern);
  };
  ExecutionSummary Summary = execute(*Use.Program, Use.Launch, Budget, See,
                                     paddedLayout(Use, Elements));
  return GoesOn && !Summary.Aborted;
}

std::optional<std::vector<TracedRequest>>
banklint::tracePadding(const ArrayUse &Use, const Architecture &Arch,
                       const InterpreterBudget &Budget) {
  std::vector<TracedRequest> Requests;
  auto Record = [&](unsigned Access, const AccessPattern &Pattern) {
    Requests.push_back({Access, Pattern});
    return Requests.size() <= MaxRequests;
  };
  if (!forEachRequest(Use, Arch, Budget, /*Elements=*/0, Record))
    return std::nullopt;
  size_t Next = 0;
  auto Compare = [&](unsigned Access, const AccessPattern &Pattern) {
    if (Next == Requests.size())
      return false;
    TracedRequest &Request = Requests[Next++];
    for (unsigned Lane : Pattern.Addressing)
      Request.Step[Lane] = Pattern.Offset[Lane] - Request.Pattern.Offset[Lane];
    return Request.Access == Access && Request.Pattern.Lanes == Pattern.Lanes &&
           Request.Pattern.ShiftStep == Pattern.ShiftStep;
  };
  if (!forEachRequest(Use, Arch, Budget, /*Elements=*/1, Compare) ||
      Next != Requests.size())
    return std::nullopt;
  return Requests;
}
