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

std::vector<ArrayUse> banklint::launchesOf(llvm::ArrayRef<KernelUse> Uses) {
  std::vector<ArrayUse> Result;
  for (const KernelUse &Use : Uses)
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      Result.push_back(
          {&Use.program(), Use.Array, Launch.Launch.Config, Launch.Verdicts});
  return Result;
}
