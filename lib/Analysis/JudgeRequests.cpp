//===- JudgeRequests.cpp - Requests that are left after merging -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"

using namespace banklint;

bool banklint::mayCombine(const WarpValue &Address,
                          const AccessPattern &Pattern) {
  return Pattern.Op == MemoryOperation::Atomic && Pattern.Lanes.count() > 1 &&
         Address.isUniform(Pattern.Lanes);
}

RequestCost Judge::costOfOneLane(AccessPattern Pattern) {
  Pattern.Lanes = LaneMask(1u << Pattern.Lanes.lowest());
  Pattern.Addressing = Pattern.Lanes;
  return Costs.costOf(Pattern, 0).Cost;
}

/// The cost of \p Pattern if it has pieces and the compiler joins them;
/// nothing if it surely does not.
std::optional<RequestCost> Judge::costIfJoined(AccessPattern Pattern) {
  if (!mayJoinPieces(Pattern))
    return std::nullopt;
  joinPieces(Pattern, WidestBits);
  return Pattern.IsJoined ? std::optional(Costs.costOf(Pattern, 0).Cost)
                          : std::nullopt;
}

/// True if the compiler may still know that the wider access which \p Request
/// may become part of is aligned, with the layout as it is changed.
bool Judge::staysAligned(const WindowEntry &Request) const {
  if (Layout.empty() || !Request.Array)
    return true;
  const uint64_t Kept = alignmentKept(Program.Arrays[*Request.Array],
                                      changeOf(Layout, *Request.Array));
  return Kept == 0 || Request.MergedPattern.Bytes <= Kept;
}

/// The lanes of \p Request, less those that take part in no execution of it,
/// which nothing is merged with: the program would leave its arrays.
LaneMask Judge::lanesInside(const WindowEntry &Request) const {
  // What is elided is told by the cost of all lanes.
  if (Request.What != WindowEntry::IsAlone || Request.MayVanish ||
      !Request.Array || !Request.Alone.Cost.conflicts())
    return Request.Pattern.Lanes;
  return Room.inside(Request.Access, *Request.Array, Request.Address,
                     Request.Pattern.Lanes, Request.IsMaskExact);
}

/// Enters a request, now that it is known what the compiler makes of it.
void Judge::addRequest(const WindowEntry &Found) {
  const LaneMask Inside = lanesInside(Found);
  if (Inside == Found.Pattern.Lanes)
    return enterRequest(Found);
  if (Inside.none()) {
    if (!Records[Found.Access].isReached())
      Strays.try_emplace(Found.Access, Found);
    return;
  }
  WindowEntry Request = Found;
  Request.Pattern.Lanes = Inside;
  Request.Pattern.Addressing &= Inside;
  Request.Alone = Costs.costOf(Request.Pattern, 0);
  enterRequest(Request);
}

void Judge::enterRequest(const WindowEntry &Request) {
  SymbolTable NoSymbols;
  AccessEvent Event{Request.Access,
                    Request.Warp,
                    Request.Pattern.Lanes,
                    Request.IsMaskExact,
                    Request.IsCounted,
                    Request.Address,
                    Request.Array,
                    Request.Loops,
                    Request.MaskReason ? &*Request.MaskReason : nullptr,
                    /*Stretch=*/0,
                    /*Fence=*/0,
                    /*RuntimeRound=*/0,
                    /*Segment=*/0,
                    /*Sides=*/{},
                    /*RolledLoops=*/{},
                    NoSymbols,
                    /*Running=*/nullptr};
  AccessRecord &Record = Records[Request.Access];
  switch (Request.What) {
  case WindowEntry::IsAlone:
    Record.add(Event, Request.Pattern, Request.Alone);
    if (Request.MayVanish)
      Record.addShare(Request.Alone.Cost, 0);
    break;
  case WindowEntry::MayBeMerged:
    Record.add(Event, Request.Pattern, Request.Alone);
    if (Request.MayVanish)
      Record.addShare(Request.Alone.Cost, 0);
    else if (staysAligned(Request))
      Record.addShare(Request.Alone.Cost, TracedTotals::PartsOfOne *
                                              Request.Pattern.Bytes *
                                              Request.Merged.Cost.Wavefronts /
                                              Request.MergedPattern.Bytes);
    break;
  case WindowEntry::Leads:
    Record.add(Event, Request.MergedPattern, Request.Merged);
    break;
  case WindowEntry::Follows:
    Record.addServed(Event, Request.MergedPattern, Request.Merged);
    break;
  }
  if (Request.What != WindowEntry::IsAlone)
    Record.addMergingRules(Request.MergedBy | Request.Doubts);
  if (!Request.Alone.Cost.conflicts()) {
    if (Request.What == WindowEntry::MayBeMerged)
      Record.setMayMerge();
    return;
  }
  if (Request.What == WindowEntry::MayBeMerged)
    Record.addMerging(Request.Alone.Cost, Request.Merged.Cost);
  else if (Request.What == WindowEntry::IsAlone &&
           mayCombine(Request.Address, Request.Pattern))
    Record.addCombining(Request.Alone.Cost, costOfOneLane(Request.Pattern));
  else if (Request.What == WindowEntry::IsAlone)
    Record.addMerging(Request.Alone.Cost, costIfJoined(Request.Pattern),
                      Request.MayVanish);
  else
    Record.addMerging(Request.Merged.Cost, std::nullopt);
}
