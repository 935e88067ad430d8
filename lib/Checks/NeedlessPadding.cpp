//===- NeedlessPadding.cpp - The check shared-needless-padding ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeedlessPadding.h"
#include "Fixes/ArrayUses.h"
#include "Occurrence.h"
#include "banklint/Analysis/SparePadding.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace banklint;

/// File and offset.
using DeclarationKey = std::pair<std::string, unsigned>;

/// True if nothing but subscripts sees the array and all launches of the kernel
/// are those of the source.
static bool isUnderstood(const KernelUse &Use) {
  const KernelProgram &Program = Use.program();
  return Program.ParseErrors == 0 && Use.array().LayoutUses.empty() &&
         llvm::all_of(Program.Accesses,
                      [](const Access &A) { return A.Array.has_value(); }) &&
         llvm::all_of(Use.Kernel->Launches, [](const LaunchReport &Launch) {
           return Launch.Launch.Origin == LaunchOrigin::LaunchSite;
         });
}

/// Files with errors may hide uses, headers may have others elsewhere.
static bool isWholeFile(const Report &R, llvm::StringRef File) {
  return llvm::any_of(R.Files, [File](const FileReport &F) {
    return F.File == File && F.ParseErrors == 0;
  });
}

/// The arrays of \p R by declaration, each as the first kernel has it.
static std::map<DeclarationKey, KernelUse> declaredArrays(const Report &R) {
  std::map<DeclarationKey, KernelUse> Result;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays))
      if (Array.Span.isValid() && Array.Extents.size() >= 2)
        Result.insert(
            {{Kernel.Program.fileOf(Array.Span).str(), Array.Span.Offset},
             {&Kernel, unsigned(Number)}});
  return Result;
}

static Finding describe(const KernelUse &Declared, const SparePadding &Spare) {
  const SharedArray &Array = Declared.array();
  const std::string Name = "'" + Array.Name + "'";
  const bool IsHarmful = Spare.Without.Wavefronts < Spare.With.Wavefronts;
  const uint64_t Pitch = Array.Extents.back().Elements;
  Finding F;
  F.Check = "shared-needless-padding";
  F.At = placeOf(Declared.program(), Array.Span);
  F.Function = functionOf(Declared.program());
  F.Array = Array.Name;
  if (IsHarmful)
    F.Message = "the padding of " + Name + " makes its accesses take " +
                counted(Spare.With.Wavefronts, "wavefront") + " instead of " +
                grouped(Spare.Without.Wavefronts);
  else
    F.Message =
        "the padding of " + Name + " is unnecessary: no conflict without it";
  const Extent &Last = Array.Extents.back();
  Place At = F.At;
  if (Last.Span.isValid())
    At = placeOf(Declared.program(), Last.Span);
  const std::string Used = std::to_string(Pitch - Spare.Elements);
  F.Notes.push_back({At, "no lane uses more than " + Used + " of " +
                             std::to_string(Pitch) +
                             " elements; an extent of " + Used + " saves " +
                             counted(Spare.Bytes, "byte")});
  return F;
}

std::vector<Finding> banklint::checkNeedlessPadding(const Report &R,
                                                    const CheckRun &Run) {
  std::vector<Finding> Found;
  for (const auto &[Key, Declared] : declaredArrays(R)) {
    const std::vector<KernelUse> Kernels =
        kernelsUsing(R, Declared.program(), Declared.Array);
    const std::vector<ArrayUse> Uses = launchesOf(Kernels);
    if (Uses.empty() || !isWholeFile(R, Key.first) ||
        !llvm::all_of(Kernels, isUnderstood))
      continue;
    // What is not verified within the limit of a kernel is not claimed.
    WorkLimit Limit(Run.Budget.SearchStatements);
    const InterpreterBudget Budget = Run.beginSearch(Limit);
    std::optional<SparePadding> Spare = findSparePadding(*R.Arch, Uses, Budget);
    if (Spare && !isLargerBetter(*R.Arch, Uses, *Spare, Budget) &&
        !Limit.isReached())
      Found.push_back(describe(Declared, *Spare));
  }
  return Found;
}
