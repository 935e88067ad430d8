//===- FindingGroups.cpp - Accesses that conflict together ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/FindingGroups.h"
#include "BankConflictText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
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

/// What \p F costs a block, as far as its executions are known: what the access
/// that stands for a group has most of.
static uint64_t excessOfBlock(const Finding &F) {
  const ConflictCost &Cost = F.Cause->Cost;
  return Cost.IsPerBlock ? Cost.Wavefronts - Cost.Ideal : Cost.ExecutedExcess;
}

/// One finding of \p Members, which have one cause and are in the order of the
/// source.
static Finding groupOf(llvm::MutableArrayRef<Finding> Findings,
                       llvm::ArrayRef<size_t> Members) {
  // The first of equal ones.
  const size_t Most =
      *llvm::max_element(Members, [&Findings](size_t A, size_t B) {
        return excessOfBlock(Findings[A]) < excessOfBlock(Findings[B]);
      });
  Finding Group = std::move(Findings[Most]);
  if (Members.size() == 1)
    return Group;
  for (size_t Number : Members)
    if (Number != Most)
      add(Group, Findings[Number]);
  // Which one costs most may change with figures.
  if (Members.front() != Most)
    Group.Fingerprint = Findings[Members.front()].Fingerprint;
  describe(Group);
  return Group;
}

size_t banklint::countGroups(llvm::ArrayRef<Finding> Findings,
                             llvm::function_ref<bool(const Finding &)> Counts) {
  llvm::StringSet<> Keys;
  size_t Single = 0;
  for (const Finding &F : Findings) {
    if (!Counts(F))
      continue;
    if (F.Cause && !F.Cause->Key.empty())
      Keys.insert(F.Cause->Key);
    else
      ++Single;
  }
  return Keys.size() + Single;
}

void banklint::groupFindings(std::vector<Finding> &Findings) {
  std::map<std::string, std::vector<size_t>> Groups;
  std::vector<Finding> Result;
  for (auto [Number, F] : llvm::enumerate(Findings)) {
    if (F.Cause && !F.Cause->Key.empty())
      Groups[F.Cause->Key].push_back(Number);
    else
      Result.push_back(std::move(F));
  }
  for (const auto &[Key, Members] : Groups)
    Result.push_back(groupOf(Findings, Members));
  sortFindings(Result);
  Findings = std::move(Result);
}
