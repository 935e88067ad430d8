//===- BankMapAnswer.cpp - The bank map of the access at a place ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankMapAnswer.h"
#include "AccessFacts.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;

static json::Value requestOf(const Witness &W, const RequestCost &Cost) {
  json::Array Addresses;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Addresses.push_back(W.Request.Active.test(Lane)
                            ? json::Value(W.Request.Address[Lane])
                            : json::Value(nullptr));
  json::Array Parts;
  for (const BankMap &Map : W.Maps)
    Parts.push_back(llvm::utohexstr(Map.Lanes.bits(), /*LowerCase=*/true));
  return json::Object{{"operation", spelling(W.Request.Op)},
                      {"bytes", W.Request.Bytes},
                      {"addresses", std::move(Addresses)},
                      {"parts", std::move(Parts)},
                      {"per_lane", servesSingleLanes(W.Request.Op)},
                      {"wavefronts", Cost.Wavefronts},
                      {"ideal", Cost.Ideal},
                      {"ways", Cost.Ways}};
}

/// The rounds of \p V and their requests: the worst one.
static json::Object mapsOf(const Verdict &V) {
  const Witness &W = *V.WorstRequest;
  json::Array Loops;
  for (const auto &[Name, Value] : W.Loops)
    Loops.push_back(json::Array{json::fixUTF8(Name), Value});
  json::Object Round{
      {"warp", W.Warp}, {"loops", std::move(Loops)}, {"request", 0}};
  return json::Object{{"maps", json::Array{json::Object{
                                   {"label", "as written"},
                                   {"fix", nullptr},
                                   {"rounds", json::Array{std::move(Round)}}}}},
                      {"requests", json::Array{requestOf(W, V.Worst)}}};
}

json::Value banklint::lsp::bankMapAt(const DocumentView &View,
                                     const Position &At) {
  const size_t Offset = View.positions().offsetOf(At);
  const PlacesBySpan Places = placesIn(View);
  const std::vector<PlaceInLaunch> *Found = nullptr;
  unsigned Shortest = 0;
  for (const auto &[Where, Own] : Places) {
    const bool IsIn =
        Where.first <= Offset && Offset <= Where.first + Where.second;
    if (IsIn && (!Found || Where.second < Shortest)) {
      Found = &Own;
      Shortest = Where.second;
    }
  }
  if (!Found)
    return nullptr;
  const auto Drawn = llvm::find_if(*Found, [](const PlaceInLaunch &P) {
    return P.Place.V.WorstRequest.has_value();
  });
  const PlaceInLaunch &P = Drawn == Found->end() ? Found->front() : *Drawn;
  json::Object Answer =
      Drawn == Found->end()
          ? json::Object{{"maps", json::Array()}, {"requests", json::Array()}}
          : mapsOf(P.Place.V);
  Answer["title"] = json::fixUTF8(P.access().Text + " in " +
                                  describeLaunch(*P.Kernel, *P.Launch));
  return Answer;
}
