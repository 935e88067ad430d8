//===- ArrayUses.cpp - Everything that uses an array ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

std::vector<KernelUse> banklint::kernelsUsing(const Report &R,
                                              const KernelProgram &Program,
                                              unsigned Array) {
  const SourceSpan &Declared = Program.Arrays[Array].Span;
  llvm::StringRef File = Program.fileOf(Declared);
  std::vector<KernelUse> Uses;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays))
      if (Array.Span.isValid() && Array.Span.Offset == Declared.Offset &&
          Kernel.Program.fileOf(Array.Span) == File)
        Uses.push_back({&Kernel, unsigned(Number)});
  return Uses;
}

/// True if \p Launch executes access number \p Number, and never in array
/// number
/// \p Array.
static bool keepsOutOf(const LaunchReport &Launch, unsigned Number,
                       unsigned Array) {
  const auto V = llvm::find_if(Launch.Verdicts, [Number](const Verdict &Each) {
    return Each.Access == Number;
  });
  return V != Launch.Verdicts.end() && !V->MayStray && !V->Arrays.empty() &&
         !V->reaches(Array);
}

const Access *banklint::pointerInto(const KernelUse &Use) {
  for (const auto &[Number, A] : llvm::enumerate(Use.program().Accesses))
    if (!A.Array && !llvm::all_of(Use.Kernel->Launches,
                                  [&, Number = Number](const LaunchReport &L) {
                                    return keepsOutOf(L, Number, Use.Array);
                                  }))
      return &A;
  return nullptr;
}

std::vector<ArrayUse> banklint::launchesOf(llvm::ArrayRef<KernelUse> Uses) {
  std::vector<ArrayUse> Result;
  for (const KernelUse &Use : Uses) {
    if (!compiledArrays(Use.program()).test(Use.Array))
      continue;
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      Result.push_back(
          {&Use.program(), Use.Array, Launch.Launch.Config, Launch.Verdicts});
  }
  return Result;
}
