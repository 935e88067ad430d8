//===- FixFacts.cpp - What fixes need to know of the source ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixFacts.h"
#include "MemberArrays.h"
#include "RowPitches.h"
#include "SpelledPlaces.h"
#include "UncompiledUses.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

static void addPlaces(LoweredKernel &Lowered) {
  addMentions(Lowered);
  addUncompiledUses(Lowered);
  addSpelledPlaces(Lowered);
}

/// True if \p Kernel is declared in a header, too.
static bool isDeclaredInHeader(const FunctionDecl &Kernel,
                               const SourceManager &Sources) {
  const FunctionDecl *Written = Kernel.getTemplateInstantiationPattern();
  return llvm::any_of((Written ? Written : &Kernel)->redecls(),
                      [&](const FunctionDecl *Declared) {
                        return !Sources.isInMainFile(
                            Sources.getFileLoc(Declared->getLocation()));
                      });
}

void banklint::addFixFacts(LoweredKernel &Lowered, ASTContext &Context,
                           const Preprocessor &Macros,
                           const SourceErrors &Errors,
                           const FunctionDecl &Kernel) {
  addPlaces(Lowered);
  PitchFactors Factors;
  if (!Kernel.isDependentContext()) {
    Factors = findRowPitches(Lowered, Context);
    findMemberArrays(Lowered, Context, Factors);
  }
  Lowered.Program.Files = Lowered.Places.files();
  if (Factors.Pitches.empty() && Factors.Structs.empty())
    return;
  auto Pitched = std::make_shared<PitchedProgram>();
  Pitched->Structs = std::move(Factors.Structs);
  if (Factors.Pitches.empty()) {
    Lowered.Program.Pitched = std::move(Pitched);
    return;
  }
  LoweredKernel Open =
      lowerOpenKernel(Context, Macros, Errors, Kernel, Lowered.Facts,
                      {unsigned(Factors.Pitches.size()), Factors.Numbers});
  addPlaces(Open);
  Open.Program.Files = Open.Places.files();
  Pitched->Pitches = std::move(Factors.Pitches);
  Pitched->Program = std::move(Open.Program);
  Pitched->IsDeclaredInHeader =
      isDeclaredInHeader(Kernel, Context.getSourceManager());
  Lowered.Program.Pitched = std::move(Pitched);
}
