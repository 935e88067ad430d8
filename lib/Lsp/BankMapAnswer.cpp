//===- BankMapAnswer.cpp - The bank map of the access at a place ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankMapAnswer.h"
#include "AccessFacts.h"
#include "banklint/Checks/RequestMaps.h"
#include "banklint/Output/RequestTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;

/// The finding about \p P, or what a map of it needs of one.
static Finding shownFinding(const Report &R, const PlaceInLaunch &P) {
  FindingSource From;
  From.Kernel = unsigned(P.Kernel - R.Kernels.data());
  From.Launch = unsigned(P.Launch - P.Kernel->Launches.data());
  From.Access = P.Place.V.Access;
  for (const Finding &F : R.Findings)
    if (F.Worst && F.Source && F.Source->Kernel == From.Kernel &&
        F.Source->Launch == From.Launch && F.Source->Access == From.Access)
      return F;
  Finding F;
  F.Source = From;
  F.Worst = P.Place.V.WorstRequest;
  F.Cost = P.Place.V.Worst;
  return F;
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
  RequestTable Requests;
  json::Array Maps;
  if (Drawn != Found->end()) {
    Finding F = shownFinding(View.A.Result, P);
    addRequestMaps(View.A.Result, InterpreterBudget(), F);
    Maps = Requests.mapsOf(F);
  }
  return json::Object{
      {"title", json::fixUTF8(P.access().Text + " in " +
                              describeLaunch(View, *P.Kernel, *P.Launch))},
      {"maps", std::move(Maps)},
      {"requests", json::Array(Requests.requests())}};
}
