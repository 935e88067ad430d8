//===- Tiles.cpp - What the calls of one function access ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/Tiles.h"
#include "banklint/Analysis/ConflictState.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace banklint;

namespace {

/// File, line and column.
using CallKey = std::tuple<llvm::StringRef, unsigned, unsigned>;

/// File and offset of a declaration, and what it declares.
using ArrayKey = std::tuple<llvm::StringRef, unsigned, llvm::StringRef>;

using Occurrences = std::vector<Occurrence>;

} // namespace

static CallKey keyOf(const Occurrence &O, const SourceSpan &Call) {
  return {O.program().fileOf(Call), Call.Line, Call.Column};
}

static ArrayKey arrayKey(const Occurrence &O) {
  const std::optional<unsigned> Array = arrayOf(O);
  if (!Array)
    return {};
  const SharedArray &Of = O.program().Arrays[*Array];
  return {O.program().fileOf(Of.Span), Of.Span.Offset, Of.Name};
}

/// How many calls lead to \p A and to \p B alike.
static size_t commonCalls(const Occurrence &A, const Occurrence &B) {
  const std::vector<SourceSpan> &OfA = A.access().Calls;
  const std::vector<SourceSpan> &OfB = B.access().Calls;
  size_t Common = 0;
  while (Common != OfA.size() && Common != OfB.size() &&
         keyOf(A, OfA[Common]) == keyOf(B, OfB[Common]))
    ++Common;
  return Common;
}

bool banklint::haveSameCalls(const Occurrence &A, const Occurrence &B) {
  const size_t Count = A.access().Calls.size();
  return Count == B.access().Calls.size() && commonCalls(A, B) == Count;
}

/// Groups \p All by \p Key, in the order of the first of each.
template <typename KeyT>
static std::vector<Occurrences> groupBy(llvm::ArrayRef<Occurrence> All,
                                        KeyT Key) {
  std::map<decltype(Key(All.front())), size_t> Numbers;
  std::vector<Occurrences> Groups;
  for (const Occurrence &O : All) {
    const auto [Known, IsNew] = Numbers.try_emplace(Key(O), Groups.size());
    if (IsNew)
      Groups.emplace_back();
    Groups[Known->second].push_back(O);
  }
  return Groups;
}

/// What a reader learns of the worst of \p Part.
static auto resultOf(const Occurrences &Part) {
  const Verdict *Worst = Part.front().V;
  for (const Occurrence &O : Part)
    if (isWorse(*O.V, *Worst))
      Worst = O.V;
  return std::tuple(stateOf(*Worst), Worst->Worst.Wavefronts,
                    Worst->Worst.Ideal, Worst->Worst.Ways);
}

/// \p All, of one array, apart by the call that leads to a part of it.
static std::vector<Occurrences> splitByCall(Occurrences All) {
  size_t Common = ~size_t(0);
  for (const Occurrence &O : All)
    Common = std::min(Common, commonCalls(All.front(), O));
  std::vector<Occurrences> Parts = groupBy(All, [Common](const Occurrence &O) {
    const std::vector<SourceSpan> &Calls = O.access().Calls;
    return Common < Calls.size() ? keyOf(O, Calls[Common]) : CallKey();
  });
  std::map<decltype(resultOf(All)), size_t> Numbers;
  std::vector<Occurrences> Result;
  for (Occurrences &Part : Parts) {
    const auto [Known, IsNew] =
        Numbers.try_emplace(resultOf(Part), Result.size());
    if (IsNew)
      Result.push_back(std::move(Part));
    else
      llvm::append_range(Result[Known->second], Part);
  }
  // Verdicts of one launch stand next to each other.
  for (Occurrences &Part : Result)
    llvm::stable_sort(Part, [](const Occurrence &A, const Occurrence &B) {
      return std::tie(A.Kernel, A.Launch) < std::tie(B.Kernel, B.Launch);
    });
  return Result;
}

std::vector<std::vector<Occurrence>>
banklint::splitByTile(llvm::ArrayRef<Occurrence> All) {
  std::vector<Occurrences> Tiles;
  for (Occurrences &Tile : groupBy(All, arrayKey)) {
    const std::optional<unsigned> Array = arrayOf(Tile.front());
    if (Array && Tile.front().program().Arrays[*Array].IsDynamic)
      llvm::move(splitByCall(std::move(Tile)), std::back_inserter(Tiles));
    else
      Tiles.push_back(std::move(Tile));
  }
  return Tiles;
}

std::optional<unsigned>
banklint::tellingCall(const Occurrence &O, llvm::ArrayRef<Occurrence> Others) {
  const llvm::ArrayRef<SourceSpan> Calls = O.calls();
  if (Calls.empty())
    return std::nullopt;
  std::optional<size_t> Common;
  for (const Occurrence &Other : Others)
    Common = std::max(Common, std::optional(commonCalls(O, Other)));
  if (Common && *Common < Calls.size())
    return *Common;
  for (unsigned Call = Calls.size(); Call-- != 0;)
    if (O.program().fileOf(Calls[Call]) == O.program().fileOf(O.program().Span))
      return Call;
  return Calls.size() - 1;
}
