//===- ReportCauses.cpp - What a run lacks, and what to do ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/ReportCauses.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace banklint;

// The first screen of a terminal has more lines than these.
static constexpr size_t MostCauses = 5;
static constexpr size_t MostFilesOfCause = 3;

void banklint::noteStandards(llvm::ArrayRef<llvm::StringRef> Assumed,
                             MessageLog &Log) {
  std::map<llvm::StringRef, size_t> Counts;
  for (llvm::StringRef Standard : Assumed)
    ++Counts[Standard];
  Counts.erase("");
  for (const auto &[Standard, Count] : Counts)
    Log.note(counted(Count, "file") + (Count == 1 ? " is" : " are") +
             " analyzed with -std=" + Standard +
             ", which the code asks for; state it with --extra-arg=-std=" +
             Standard + " to save a parse");
}

void banklint::logCauses(llvm::ArrayRef<CauseGroup> Causes,
                         const RunFacts &Facts, MessageLog &Log) {
  if (const std::optional<Inconclusive> Lost = inconclusive(Facts, Causes)) {
    Log.warn("nothing can be concluded: " + Lost->Problem);
    for (const auto &[I, Step] : llvm::enumerate(Lost->Steps))
      Log.note(llvm::Twine(I + 1) + ". " + Step);
    return;
  }
  size_t Logged = 0, Left = 0;
  for (const CauseGroup &Group : Causes) {
    if (Group.remedy().empty())
      continue;
    if (Logged == MostCauses) {
      ++Left;
      continue;
    }
    Log.note(Group.text());
    ++Logged;
  }
  if (Left)
    Log.note("and " + counted(Left, "other cause") +
             "; --format=json lists them");
}

/// The first of \p Causes that \p File has and that something is known about.
static std::string problemOf(const FailedFile &File,
                             llvm::ArrayRef<CauseGroup> Causes) {
  for (const CauseGroup &Group : Causes)
    if (!Group.remedy().empty() && llvm::is_contained(Group.Files, File.File))
      return Group.problem();
  return File.Reason;
}

void banklint::logFailures(llvm::ArrayRef<FailedFile> Failed,
                           llvm::ArrayRef<CauseGroup> Causes, MessageLog &Log) {
  std::map<std::string, std::vector<const FailedFile *>> ByProblem;
  for (const FailedFile &File : Failed)
    ByProblem[problemOf(File, Causes)].push_back(&File);
  for (const FailedFile &File : Failed) {
    const std::string Problem = problemOf(File, Causes);
    llvm::ArrayRef<const FailedFile *> Same = ByProblem.at(Problem);
    const bool AreMany = Same.size() > MostFilesOfCause;
    if (!AreMany || &File == Same.front())
      Log.error("'" + File.File + "': " + File.Reason);
    if (AreMany && &File == Same.front())
      Log.error(counted(Same.size() - 1, "other file") + ": " + Problem);
  }
}
