//===- OpenAccesses.cpp - Accesses whose cost is not exact ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/OpenAccesses.h"
#include "OperationNames.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace banklint;

std::string OpenAccessGroup::othersText() const {
  if (Others == 0)
    return "";
  return "and " + counted(Others, "other access") + " for that reason (" +
         spelling(Shown.front().Why.Code).str() + ")";
}

static std::string messageOf(const Access &A, const Verdict &V) {
  const std::string Why = " (" + V.Why->str() + V.Rules.ending() + ")";
  const std::string What = "this " + reportedOperation(A.Op).str();
  if (V.Result == Certainty::Unknown && !V.isAtLeast())
    return "the cost of " + What + " is unknown" + Why;
  std::string Cost = counted(V.Worst.Wavefronts, "wavefront");
  if (V.Worst.conflicts())
    Cost += " instead of " + std::to_string(V.Worst.Ideal);
  return What + " takes " + (V.isAtLeast() ? "at least " : "up to ") + Cost +
         Why;
}

std::vector<OpenAccessGroup> banklint::openAccesses(
    const Report &R, size_t Most,
    llvm::function_ref<bool(const Place &At, const Verdict &V)> IsWanted) {
  // By result and code; then by place and message, each once.
  using Key = std::tuple<std::string, unsigned, unsigned, std::string>;
  std::map<std::pair<bool, ReasonCode>, std::map<Key, OpenAccess>> Groups;
  for (const KernelReport &Kernel : R.Kernels) {
    if (isUninstantiated(Kernel.Program))
      continue;
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const PlaceVerdict &Each : placesOf(Kernel, Launch)) {
        const Verdict &V = Each.V;
        if ((V.Result != Certainty::Unknown &&
             V.Result != Certainty::UpperBound) ||
            !V.Why)
          continue;
        const Access &A = Kernel.Program.Accesses[V.Access];
        OpenAccess Open = {placeOf(Kernel.Program, A.userSpan()), V.Result,
                           *V.Why, messageOf(A, V)};
        if (IsWanted && !IsWanted(Open.At, V))
          continue;
        const SourceSpan &At = Open.At.Span;
        Groups[{V.Result != Certainty::Unknown, V.Why->Code}].try_emplace(
            Key(Open.At.File, At.Line, At.Column, Open.Message), Open);
      }
  }
  std::vector<OpenAccessGroup> Result;
  for (auto &[Kind, Places] : Groups) {
    OpenAccessGroup &Group = Result.emplace_back();
    for (auto &[Place, Open] : Places)
      if (Group.Shown.size() != Most)
        Group.Shown.push_back(std::move(Open));
    Group.Others = Places.size() - Group.Shown.size();
  }
  llvm::stable_sort(
      Result, [](const OpenAccessGroup &A, const OpenAccessGroup &B) {
        const auto KeyOf = [](const OpenAccessGroup &Group) {
          return std::pair(Group.Shown.front().Result != Certainty::Unknown,
                           -int64_t(Group.Shown.size() + Group.Others));
        };
        return KeyOf(A) < KeyOf(B);
      });
  return Result;
}

std::vector<const KernelProgram *> banklint::openTemplates(const Report &R) {
  std::vector<const KernelProgram *> Result;
  for (const KernelReport &Kernel : R.Kernels)
    if (isUninstantiated(Kernel.Program))
      Result.push_back(&Kernel.Program);
  return Result;
}
