//===- FaultPlaces.cpp - Where accesses surely are wrong ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultPlaces.h"
#include "AccessText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <tuple>

using namespace banklint;

namespace {

/// File, line, column.
using FaultKey = std::tuple<llvm::StringRef, unsigned, unsigned>;

} // namespace

const SureAddress *banklint::strayLaneOf(const Occurrence &O) {
  return strayLane(O.V->Faults, O.program(), O.access(),
                   O.Launch->Launch.Config.DynamicBytes);
}

/// The first of \p Faulty, the launches of one kernel that are wrong at one
/// place, all of whose siblings are, too.
static const Occurrence *firstAgreed(const KernelReport &Kernel,
                                     llvm::ArrayRef<Occurrence> Faulty) {
  for (const Occurrence &O : Faulty) {
    bool AllAgree = llvm::all_of(Kernel.Launches, [&](const LaunchReport &L) {
      return !isSameSite(Kernel, *O.Launch, L) ||
             llvm::any_of(Faulty, [&L](const Occurrence &Other) {
               return Other.Launch == &L;
             });
    });
    if (isStated(O.Launch->Launch.Origin) && AllAgree)
      return &O;
  }
  return nullptr;
}

std::vector<FaultPlace> banklint::findSureFaults(
    const Report &R, llvm::function_ref<bool(const Occurrence &)> IsFaulty) {
  std::map<FaultKey, FaultPlace> Found;
  for (const KernelReport &Kernel : R.Kernels) {
    std::map<FaultKey, std::vector<Occurrence>> ByPlace;
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const Verdict &V : Launch.Verdicts) {
        Occurrence O{&Kernel, &Launch, &V};
        SourceSpan Span = O.span();
        if (IsFaulty(O))
          ByPlace[{O.file(), Span.Line, Span.Column}].push_back(O);
      }
    for (const auto &[Key, Faulty] : ByPlace)
      if (const Occurrence *First = firstAgreed(Kernel, Faulty)) {
        auto [Place, IsNew] = Found.try_emplace(Key, FaultPlace{*First});
        Place->second.HasSeveralKernels |= !IsNew;
      }
  }
  std::vector<FaultPlace> Result;
  for (auto &[Key, Place] : Found)
    Result.push_back(Place);
  return Result;
}

llvm::SmallPtrSet<const LaunchReport *, 4>
banklint::findDoubtfulLaunches(const KernelReport &Kernel) {
  const auto IsFaulty = [&Kernel](const LaunchReport &L) {
    return llvm::any_of(L.Verdicts, [&](const Verdict &V) {
      return V.Faults.Misaligned || strayLaneOf({&Kernel, &L, &V});
    });
  };
  llvm::SmallPtrSet<const LaunchReport *, 4> Faulty, Result;
  for (const LaunchReport &L : Kernel.Launches)
    if (IsFaulty(L))
      Faulty.insert(&L);
  for (const LaunchReport *L : Faulty)
    if (llvm::any_of(Kernel.Launches, [&](const LaunchReport &Other) {
          return !Faulty.contains(&Other) && isSameSite(Kernel, *L, Other);
        }))
      Result.insert(L);
  return Result;
}

std::string banklint::threadWords(const Occurrence &O, const SureAddress &At) {
  const Dim3 &Block = O.Launch->Launch.Config.Block;
  uint64_t Thread = uint64_t(At.Warp) * WarpSize + At.Lane;
  return "thread (" + std::to_string(Thread % Block.X) + ", " +
         std::to_string(Thread / Block.X % Block.Y) + ", " +
         std::to_string(Thread / Block.X / Block.Y) + ")";
}

void banklint::addFaultNotes(const FaultPlace &Found, unsigned Array,
                             const std::string &AboutArray, Finding &F) {
  const Occurrence &O = Found.First;
  const KernelProgram &Program = O.program();
  if (O.libraryCall())
    F.Notes.push_back(
        {placeOf(Program, O.access().Span), libraryMessage(O.access())});
  for (SourceSpan Call : llvm::reverse(O.calls()))
    F.Notes.push_back({placeOf(Program, Call), "called here"});
  const SharedArray &Declared = Program.Arrays[Array];
  if (Declared.Span.isValid())
    F.Notes.push_back({placeOf(Program, Declared.Span), AboutArray});
  F.Notes.push_back(
      {launchPlace(O), launchMessage(O, Found.HasSeveralKernels)});
}
