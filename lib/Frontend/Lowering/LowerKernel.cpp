//===- LowerKernel.cpp - The program of a kernel --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerKernel.h"
#include "Lowering.h"

using namespace banklint;
using namespace clang;

/// \p Kernel once more, with the pitches of \p Open left open.
static std::shared_ptr<const PitchedProgram>
lowerPitched(ASTContext &Context, const Preprocessor &Macros,
             const SourceErrors &Errors, PointerFacts &Facts,
             const PitchFactors &Open, const FunctionDecl &Kernel) {
  auto Result = std::make_shared<PitchedProgram>();
  Result->Pitches = Open.Pitches;
  Result->Program =
      Lowering(Context, Macros, Errors, Facts, &Open).lower(Kernel);
  const SourceManager &Sources = Context.getSourceManager();
  const FunctionDecl *Written = Kernel.getTemplateInstantiationPattern();
  for (const FunctionDecl *Declared : (Written ? Written : &Kernel)->redecls())
    Result->IsDeclaredInHeader |=
        !Sources.isInMainFile(Sources.getFileLoc(Declared->getLocation()));
  return Result;
}

KernelProgram banklint::lowerKernel(ASTContext &Context,
                                    const Preprocessor &Macros,
                                    const SourceErrors &Errors,
                                    const FunctionDecl &Kernel) {
  PointerFacts Facts;
  for (;;) {
    Lowering Once(Context, Macros, Errors, Facts);
    KernelProgram Program = Once.lower(Kernel);
    // Facts are about variables, of which there is a finite number.
    if (Once.hasLearned())
      continue;
    if (!Once.pitchFactors().Pitches.empty())
      Program.Pitched = lowerPitched(Context, Macros, Errors, Facts,
                                     Once.pitchFactors(), Kernel);
    return Program;
  }
}
