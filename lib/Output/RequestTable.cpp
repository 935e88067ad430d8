//===- RequestTable.cpp - Requests that bank maps share -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/RequestTable.h"
#include "OperationNames.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/Support/FormatVariadic.h"

using namespace banklint;

/// Null where a lane has no part in it.
static llvm::json::Array addressesOf(const WarpRequest &Request) {
  const LaneMask Lanes = addressingLanes(Request);
  llvm::json::Array Addresses;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Addresses.push_back(Lanes.test(Lane)
                            ? llvm::json::Value(Request.Address[Lane])
                            : llvm::json::Value(nullptr));
  return Addresses;
}

static llvm::json::Array partsOf(llvm::ArrayRef<BankMap> Maps) {
  llvm::json::Array Parts;
  for (const BankMap &Map : Maps)
    Parts.push_back(llvm::formatv("{0:x-8}", Map.Lanes.bits()).str());
  return Parts;
}

size_t RequestTable::numberOf(const MapRound &Round) {
  const WarpRequest &Request = Round.Of.Request;
  llvm::json::Value Entry = llvm::json::Object{
      {"operation", reportedOperation(Request.Op)},
      {"bytes", Request.Bytes},
      {"addresses", addressesOf(Request)},
      {"parts", partsOf(Round.Of.Maps)},
      {"per_lane", servesSingleLanes(Request.Op)},
      {"wavefronts", Round.Cost.Wavefronts},
      {"ideal", Round.Cost.Ideal},
      {"ways", Round.Cost.Ways},
  };
  const auto [Known, IsNew] =
      Numbers.try_emplace(llvm::formatv("{0}", Entry).str(), Requests.size());
  if (IsNew)
    Requests.push_back(std::move(Entry));
  return Known->second;
}

llvm::json::Array RequestTable::mapsOf(const Finding &F) {
  llvm::json::Array Maps;
  for (const RequestMap &Map : F.Maps) {
    llvm::json::Array Rounds;
    for (const MapRound &Round : Map.Rounds) {
      llvm::json::Array Loops;
      for (const auto &[Name, Value] : Round.Of.Loops)
        Loops.push_back(llvm::json::Array{llvm::json::fixUTF8(Name), Value});
      Rounds.push_back(llvm::json::Object{{"warp", Round.Of.Warp},
                                          {"loops", std::move(Loops)},
                                          {"request", numberOf(Round)}});
    }
    Maps.push_back(llvm::json::Object{
        {"label", llvm::json::fixUTF8(Map.Label)},
        {"fix", Map.Fix ? llvm::json::Value(*Map.Fix) : nullptr},
        {"rounds", std::move(Rounds)}});
  }
  return Maps;
}
