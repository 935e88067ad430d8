//===- Recorder.cpp - Which lanes access what together --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include <algorithm>
#include <tuple>

using namespace oracle;
using banklint::ReferenceCost;

static bool isWorse(const ReferenceCost &A, const ReferenceCost &B) {
  return std::make_pair(A.Wavefronts - A.Ideal, A.Ways) >
         std::make_pair(B.Wavefronts - B.Ideal, B.Ways);
}

bool BlockFigures::operator==(const BlockFigures &Other) const {
  return Requests == Other.Requests && Wavefronts == Other.Wavefronts &&
         Ideal == Other.Ideal;
}

void BlockFigures::add(const BlockFigures &Other) {
  if (Requests == 0 || isWorse(Other.Worst, Worst))
    Worst = Other.Worst;
  Requests += Other.Requests;
  Wavefronts += Other.Wavefronts;
  Ideal += Other.Ideal;
}

bool StaticAccess::operator<(const StaticAccess &Other) const {
  return std::tie(Chain, Op, Bytes, Pieces, IsJoined) <
         std::tie(Other.Chain, Other.Op, Other.Bytes, Other.Pieces,
                  Other.IsJoined);
}

static uint64_t pair(uint32_t High, uint32_t Low) {
  return uint64_t(High) << 32 | Low;
}

Context Recorder::staticChild(Context Parent, uint32_t Site) {
  auto [It, IsNew] = StaticChildren.try_emplace(pair(Parent, Site), 0);
  if (IsNew) {
    It->second = StaticOf.size();
    StaticOf.push_back(It->second);
    Nodes.push_back({Parent, Site});
  }
  return It->second;
}

/// Steps from a context are a site, then a round for each loop around it: the
/// number of the latter follows from the site.
Context Recorder::child(Context Parent, uint32_t Step, bool IsStatic) {
  auto [It, IsNew] = Children.try_emplace(pair(Parent, Step), 0);
  if (!IsNew)
    return It->second;
  Context Static = StaticOf[Parent];
  if (IsStatic)
    Static = staticChild(Static, Step);
  // staticChild does not touch Children: It is still valid.
  It->second = StaticOf.size();
  StaticOf.push_back(Static);
  Nodes.push_back({Parent, Step});
  return It->second;
}

Context Recorder::enter(Context From, uint32_t Site, const uint32_t *Rounds,
                        uint32_t Depth) {
  Context At = child(From, Site, /*IsStatic=*/true);
  for (uint32_t I = 0; I != Depth; ++I)
    At = child(At, Rounds[I], /*IsStatic=*/false);
  return At;
}

void Recorder::record(Context At, const LaneAccess &Access) {
  StaticAccess Static{StaticOf[At], Access.Op, Access.Bytes, Access.Pieces};
  uint32_t Lane = 1u << Access.Lane;
  std::vector<Request> &Here = Requests[pair(At, Access.Warp)];
  // The lane's next turn; what differs in operation or width is another
  // request (members of a union, arguments of a helper).
  for (Request &R : Here)
    if (!(R.Lanes & Lane) && !(R.Static < Static) && !(Static < R.Static)) {
      R.Lanes |= Lane;
      R.Address[Access.Lane] = Access.Address;
      return;
    }
  Here.push_back({Static, Lane, {}});
  Here.back().Address[Access.Lane] = Access.Address;
}

BlockFigures Recorder::figuresOf(const Request &R) {
  BlockFigures Sum;
  banklint::WarpRequest Piece;
  Piece.Op = R.Static.Op;
  Piece.Bytes = R.Static.Bytes;
  Piece.Active = banklint::LaneMask(R.Lanes);
  Piece.Address = R.Address;
  Sum.Requests = R.Static.Pieces;
  for (uint32_t I = 0; I != R.Static.Pieces; ++I) {
    ReferenceCost Cost = referenceCostOf(Piece);
    Sum.Worst.Wavefronts += Cost.Wavefronts;
    Sum.Worst.Ideal += Cost.Ideal;
    Sum.Worst.Ways = std::max(Sum.Worst.Ways, Cost.Ways);
    for (uint64_t &Address : Piece.Address)
      Address += R.Static.Bytes;
  }
  Sum.Wavefronts = Sum.Worst.Wavefronts;
  Sum.Ideal = Sum.Worst.Ideal;
  return Sum;
}

/// \p R with the widest pieces that its size allows, if these are wider and all
/// lanes are aligned alike. Where the array stands does not matter.
std::optional<Recorder::Request> Recorder::joined(const Request &R) {
  const uint32_t All = R.Static.Bytes * R.Static.Pieces;
  uint32_t Width = 16;
  while (All % Width != 0)
    Width /= 2;
  if (Width <= R.Static.Bytes)
    return std::nullopt;
  Request Result = R;
  const banklint::LaneMask Lanes(R.Lanes);
  const uint64_t Start = R.Address[Lanes.lowest()] % Width;
  for (unsigned Lane : Lanes) {
    if (R.Address[Lane] % Width != Start)
      return std::nullopt;
    Result.Address[Lane] -= Start;
  }
  Result.Static = {R.Static.Chain, R.Static.Op, Width, All / Width,
                   /*IsJoined=*/true};
  return Result;
}

std::map<StaticAccess, BlockFigures>
Recorder::takeBlock(const std::function<uint64_t(uint64_t)> &BankAddress) {
  std::map<StaticAccess, BlockFigures> Result;
  for (auto &[At, Here] : Requests)
    for (Request &R : Here) {
      for (unsigned Lane : banklint::LaneMask(R.Lanes))
        R.Address[Lane] = BankAddress(R.Address[Lane]);
      Result[R.Static].add(figuresOf(R));
      if (const std::optional<Request> Joined = joined(R))
        Result[Joined->Static].add(figuresOf(*Joined));
    }
  Requests.clear();
  return Result;
}

std::vector<uint32_t> Recorder::sitesOf(Context Chain) const {
  std::vector<uint32_t> Sites;
  for (; Chain != 0; Chain = Nodes[Chain].Parent)
    Sites.push_back(Nodes[Chain].Site);
  std::reverse(Sites.begin(), Sites.end());
  return Sites;
}
