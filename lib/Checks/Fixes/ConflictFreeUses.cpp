//===- ConflictFreeUses.cpp - Launches that do not conflict ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ConflictFreeUses.h"
#include "AccessText.h"
#include "banklint/Analysis/ConflictState.h"
#include "banklint/Analysis/PlaceCounts.h"
#include "banklint/Analysis/SequentialAddressing.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if both are instantiations of one kernel, or the same.
static bool isSameText(const KernelProgram &A, const KernelProgram &B) {
  return A.fileOf(A.Span) == B.fileOf(B.Span) && A.Span.Offset == B.Span.Offset;
}

/// The access of \p O in \p Launch of \p Use, whose accesses to the array are
/// all conflict-free; null if one is not.
static const Verdict *findConflictFree(const KernelUse &Use,
                                       const LaunchReport &Launch,
                                       const Occurrence &O) {
  const AccessPlace Place = accessPlace(O.program(), O.access());
  const Verdict *Same = nullptr;
  for (const Verdict &V : Launch.Verdicts) {
    if (V.MayStray)
      return nullptr;
    if (!V.reaches(Use.Array))
      continue;
    if (stateOf(V) != ConflictState::Clean)
      return nullptr;
    if (!Same &&
        accessPlace(Use.program(), Use.program().Accesses[V.Access]) == Place)
      Same = &V;
  }
  return Same;
}

/// What tells \p Free, which is conflict-free, from \p Own: " (its lanes are
/// 260 bytes apart instead of 256)", or "".
static std::string whyFree(const Occurrence &Free, const Occurrence &Own) {
  if (!Free.V->WorstRequest || !Own.V->WorstRequest)
    return "";
  const auto Other = laneDistance(Free.V->WorstRequest->Request);
  const auto Step = laneDistance(Own.V->WorstRequest->Request);
  if (!Other || !Step || *Other == *Step)
    return "";
  return " (its lanes are " + counted(std::abs(*Other), "byte") +
         " apart instead of " + std::to_string(std::abs(*Step)) + ")";
}

/// "'k<65>' on line 14", "the launch on line 14".
static std::string launchName(const Occurrence &Free, const Occurrence &Own) {
  const Place At = launchPlace(Free);
  const std::string Line = std::to_string(At.Span.Line);
  const bool IsOtherFile = At.File != launchPlace(Own).File;
  return (&Free.program() == &Own.program() ? std::string("the launch")
                                            : "'" + Free.program().Name + "'") +
         (IsOtherFile ? " at " + At.File + ":" + Line : " on line " + Line);
}

std::string banklint::conflictFreeMessage(const ArrayScope &All,
                                          const Occurrence &O) {
  for (const KernelUse &Use : All.Kernels) {
    if (!isSameText(Use.program(), O.program()))
      continue;
    for (const LaunchReport &Launch : Use.Kernel->Launches) {
      if (&Launch == O.Launch || !isStated(Launch.Launch.Origin))
        continue;
      const Occurrence Free{Use.Kernel, &Launch,
                            findConflictFree(Use, Launch, O)};
      if (Free.V && siteOf(Free))
        return launchName(Free, O) + " is conflict-free" + whyFree(Free, O);
    }
  }
  return "";
}
