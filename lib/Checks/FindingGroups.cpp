//===- FindingGroups.cpp - Accesses that conflict together ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/FindingGroups.h"
#include "BankConflictText.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <map>

using namespace banklint;

/// Adds the access of \p Other to \p Group.
static void add(Finding &Group, const Finding &Other) {
  ConflictCause &Cause = *Group.Cause;
  Group.OtherPlaces.push_back(Other.At);
  Cause.Accesses += Other.Cause->Accesses;
  if (Cause.Operation != Other.Cause->Operation)
    Cause.Operation.clear();
  Cause.Cost.ExecutedExcess += Other.Cause->Cost.ExecutedExcess;
  if (Cause.Cost.IsPerBlock) {
    Cause.Cost.Wavefronts += Other.Cause->Cost.Wavefronts;
    Cause.Cost.Ideal += Other.Cause->Cost.Ideal;
  }
}

std::string banklint::otherPlacesMessage(const Finding &Group) {
  constexpr size_t MaxListed = 16;
  const std::vector<Place> &Others = Group.OtherPlaces;
  std::string Text = "likewise at ";
  for (const auto &[Number, At] : llvm::enumerate(Others)) {
    if (Number == MaxListed && Number + 1 != Others.size())
      return Text + " and " + std::to_string(Others.size() - Number) +
             " other places";
    if (Number != 0)
      Text += Number + 1 == Others.size() ? " and " : ", ";
    Text += std::to_string(At.Span.Line) + ":" + std::to_string(At.Span.Column);
  }
  return Text;
}

/// The first note says why the access conflicts; it names the other places,
/// too.
static void describe(Finding &Group) {
  assert(!Group.Notes.empty() &&
         startTogether(Group.Notes.front().At, Group.At) &&
         "the first note of a conflict is at its access");
  Group.Message = groupMessage(Group);
  Group.Notes.front().Message += "; " + otherPlacesMessage(Group);
}

void banklint::groupFindings(std::vector<Finding> &Findings) {
  std::map<std::string, size_t> Groups;
  std::vector<Finding> Result;
  for (Finding &F : Findings) {
    if (F.Cause && !F.Cause->Key.empty()) {
      auto [Known, IsNew] = Groups.try_emplace(F.Cause->Key, Result.size());
      if (!IsNew) {
        add(Result[Known->second], F);
        continue;
      }
    }
    Result.push_back(std::move(F));
  }
  for (Finding &F : Result)
    if (!F.OtherPlaces.empty())
      describe(F);
  Findings = std::move(Result);
}
