//===- NeedlessPadding.cpp - The check shared-needless-padding ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/NeedlessPadding.h"
#include "banklint/Analysis/SparePadding.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace banklint;

namespace {

/// All uses of one declaration.
struct DeclaredArray {
  const KernelProgram *Program = nullptr;
  unsigned Array = 0;
  std::vector<ArrayUse> Uses;
  /// Nothing is hidden: see isUnderstood.
  bool IsUnderstood = true;
};

/// File and offset.
using DeclarationKey = std::pair<std::string, unsigned>;

} // namespace

/// True if nothing but subscripts sees array number \p Array and all launches
/// of the kernel are those of the source.
static bool isUnderstood(const KernelReport &Kernel, unsigned Array) {
  const KernelProgram &Program = Kernel.Program;
  const SharedArray &Declared = Program.Arrays[Array];
  return Program.ParseErrors == 0 && Declared.LayoutUses.empty() &&
         llvm::all_of(Program.Accesses,
                      [](const Access &A) { return A.Array.has_value(); }) &&
         llvm::all_of(Kernel.Launches, [](const LaunchReport &Launch) {
           return Launch.Launch.Origin == LaunchOrigin::LaunchSite;
         });
}

/// The arrays of \p R by declaration. Files with errors may hide uses, headers
/// may have others elsewhere.
static std::map<DeclarationKey, DeclaredArray> declaredArrays(const Report &R) {
  std::map<DeclarationKey, DeclaredArray> Result;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays)) {
      if (!Array.Span.isValid() || Array.Extents.size() < 2)
        continue;
      const std::string File = Kernel.Program.fileOf(Array.Span).str();
      DeclaredArray &Declared = Result[{File, Array.Span.Offset}];
      if (!Declared.Program)
        Declared = {&Kernel.Program, unsigned(Number), {}, true};
      Declared.IsUnderstood &=
          isUnderstood(Kernel, Number) &&
          llvm::any_of(R.Files, [&File](const FileReport &F) {
            return F.File == File && F.ParseErrors == 0;
          });
      for (const LaunchReport &Launch : Kernel.Launches)
        Declared.Uses.push_back({&Kernel.Program, unsigned(Number),
                                 Launch.Launch.Config, Launch.Verdicts});
    }
  return Result;
}

static Finding describe(const DeclaredArray &Declared,
                        const SparePadding &Spare) {
  const SharedArray &Array = Declared.Program->Arrays[Declared.Array];
  const std::string Name = "'" + Array.Name + "'";
  const bool IsHarmful = Spare.Without.Wavefronts < Spare.With.Wavefronts;
  const uint64_t Pitch = Array.Extents.back().Elements;
  Finding F;
  F.Check = "shared-needless-padding";
  F.At = {Declared.Program->fileOf(Array.Span).str(), Array.Span};
  if (IsHarmful)
    F.Message = "the padding of " + Name + " makes its accesses take " +
                counted(Spare.With.Wavefronts, "wavefront") + " instead of " +
                std::to_string(Spare.Without.Wavefronts);
  else
    F.Message = "the padding of " + Name +
                " clears no bank conflict: there is none without it, either";
  const Extent &Last = Array.Extents.back();
  Place At = F.At;
  if (Last.Span.isValid())
    At = {Declared.Program->fileOf(Last.Span).str(), Last.Span};
  const std::string Used = std::to_string(Pitch - Spare.Elements);
  F.Notes.push_back({At, "no lane uses more than " + Used + " of " +
                             std::to_string(Pitch) +
                             " elements; an extent of " + Used + " saves " +
                             counted(Spare.Bytes, "byte")});
  return F;
}

/// True if another padding is better than none, which the check for bank
/// conflicts tells.
static bool isBetterChanged(const DeclaredArray &Declared,
                            const SparePadding &Spare, const Architecture &Arch,
                            const InterpreterBudget &Budget) {
  if (Spare.With.Wavefronts == Spare.With.Ideal)
    return false;
  const LayoutResult Other = findPadding(Arch, Declared.Uses, Budget);
  return Other.Best && Other.Best->After.Wavefronts < Spare.Without.Wavefronts;
}

void banklint::checkNeedlessPadding(Report &R,
                                    const InterpreterBudget &Budget) {
  for (const auto &[Key, Declared] : declaredArrays(R)) {
    if (!Declared.IsUnderstood || Declared.Uses.empty())
      continue;
    std::optional<SparePadding> Spare =
        findSparePadding(*R.Arch, Declared.Uses, Budget);
    if (Spare && !isBetterChanged(Declared, *Spare, *R.Arch, Budget))
      R.Findings.push_back(describe(Declared, *Spare));
  }
}
