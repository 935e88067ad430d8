//===- RequestMaps.cpp - What the banks do in each round ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/RequestMaps.h"
#include "banklint/Analysis/RequestTrace.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace banklint;

/// Requests among which those that differ are looked for.
constexpr unsigned MostTraced = 4096;

namespace {

/// One execution in all layouts, the one as written first.
using Round = llvm::SmallVector<RoundRequest, 2>;

} // namespace

/// Equal for requests whose lanes stand to each other, and to words, in the
/// same way.
static std::vector<int64_t> shapeOf(const WarpRequest &Request,
                                    const Architecture &Arch) {
  std::vector<int64_t> Shape{int64_t(Request.Op), Request.Bytes,
                             Request.Active.bits()};
  const LaneMask Lanes = addressingLanes(Request);
  if (Lanes.none())
    return Shape;
  const uint64_t Unit = std::max(Request.Bytes, Arch.BankBytes);
  const uint64_t Start = Request.Address[Lanes.lowest()] / Unit * Unit;
  for (unsigned Lane : Lanes)
    Shape.push_back(int64_t(Request.Address[Lane] - Start));
  return Shape;
}

static bool isSameRequest(const Witness &A, const Witness &B) {
  return A.Loops == B.Loops && A.Request.Bytes == B.Request.Bytes &&
         A.Request.Active == B.Request.Active &&
         A.Request.Address == B.Request.Address;
}

/// Those rounds of \p Written that \p Changed has as well; merging may differ.
static std::vector<Round> together(std::vector<RoundRequest> Written,
                                   std::vector<RoundRequest> Changed) {
  // Several requests of one round are told apart by their order.
  using Key = std::pair<std::vector<std::optional<uint64_t>>, unsigned>;
  const auto Keys = [](llvm::ArrayRef<RoundRequest> Requests) {
    std::vector<Key> Result;
    for (const RoundRequest &Each : Requests) {
      const bool IsNext = !Result.empty() && Result.back().first == Each.Rounds;
      Result.push_back({Each.Rounds, IsNext ? Result.back().second + 1 : 0});
    }
    return Result;
  };
  std::map<Key, RoundRequest *> ByKey;
  for (auto &&[Of, Request] : llvm::zip_equal(Keys(Changed), Changed))
    ByKey[Of] = &Request;
  std::vector<Round> Rounds;
  for (auto &&[Of, Request] : llvm::zip_equal(Keys(Written), Written))
    if (auto Found = ByKey.find(Of); Found != ByKey.end())
      Rounds.push_back({std::move(Request), std::move(*Found->second)});
  return Rounds;
}

/// The rounds of \p All in which something is new. Empty if \p Worst is not
/// among them.
static std::vector<Round> distinct(std::vector<Round> All, const Witness &Worst,
                                   const Architecture &Arch) {
  std::set<std::vector<std::vector<int64_t>>> Known;
  std::vector<Round> Kept;
  bool HasWorst = false;
  for (Round &Each : All) {
    const bool IsWorst = !HasWorst && isSameRequest(Each[0].Of, Worst);
    std::vector<std::vector<int64_t>> Shapes;
    for (const RoundRequest &Request : Each)
      Shapes.push_back(shapeOf(Request.Of.Request, Arch));
    if (!Known.insert(std::move(Shapes)).second && !IsWorst)
      continue;
    HasWorst |= IsWorst;
    if (Kept.size() < MaxMapRounds)
      Kept.push_back(std::move(Each));
    else if (IsWorst)
      Kept.back() = std::move(Each);
  }
  return HasWorst ? Kept : std::vector<Round>();
}

/// The number of the first fix of \p F that can be drawn.
static std::optional<unsigned> drawnFix(const Finding &F) {
  for (const auto &[Number, Each] : llvm::enumerate(F.Fixes))
    if (!Each.Edits.empty())
      return Each.Layout ? std::optional<unsigned>(Number) : std::nullopt;
  return std::nullopt;
}

static std::vector<Round> roundsOf(const Report &R,
                                   const InterpreterBudget &Budget,
                                   const Finding &F,
                                   const LayoutChange *Change) {
  const FindingSource &From = *F.Source;
  const KernelReport &Kernel = R.Kernels[From.Kernel];
  const auto Trace = [&](llvm::ArrayRef<LayoutOverride> Layout) {
    return traceRequests(
        Kernel.Program, *R.Arch, Kernel.Launches[From.Launch].Launch.Config,
        From.Access, F.Worst->Warp, MostTraced, Budget, Layout);
  };
  std::vector<RoundRequest> Written = Trace({});
  std::vector<Round> Rounds;
  if (Change)
    Rounds = together(std::move(Written), Trace({{*From.Array, *Change}}));
  else
    for (RoundRequest &Each : Written)
      Rounds.push_back({std::move(Each)});
  return distinct(std::move(Rounds), *F.Worst, *R.Arch);
}

static MapRound mapRound(const RoundRequest &Request,
                         const Architecture &Arch) {
  MapRound Result{Request.Of, Request.Cost};
  Result.Of.Maps = bankMaps(Arch, Result.Of.Request);
  return Result;
}

void banklint::addRequestMaps(const Report &R, const InterpreterBudget &Budget,
                              Finding &F) {
  F.Maps.clear();
  if (!F.Worst || !F.Source || F.Worst->Maps.empty())
    return;
  std::optional<unsigned> Fixed;
  if (F.Source->Array)
    Fixed = drawnFix(F);
  std::vector<Round> Rounds =
      roundsOf(R, Budget, F, Fixed ? &*F.Fixes[*Fixed].Layout : nullptr);
  F.Maps.push_back({"as written", std::nullopt, {}});
  if (Rounds.empty()) {
    F.Maps[0].Rounds.push_back({*F.Worst, F.Cost});
    return;
  }
  if (Fixed) {
    // Without what it comes to.
    const auto [What, Figures] =
        llvm::StringRef(F.Fixes[*Fixed].Description).split(": ");
    F.Maps.push_back({"with the fix: " + What.str(), Fixed, {}});
  }
  for (const Round &Each : Rounds)
    for (auto &&[Map, Request] : llvm::zip_equal(F.Maps, Each))
      Map.Rounds.push_back(mapRound(Request, *R.Arch));
}
