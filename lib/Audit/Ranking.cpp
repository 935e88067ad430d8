//===- Ranking.cpp - What to fix first, and what would help most ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/AuditData.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/Config.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace banklint;

static constexpr size_t MostLessons = 10;

AccessCounts &AccessCounts::operator+=(const AccessCounts &More) {
  Accesses += More.Accesses;
  Exact += More.Exact;
  Bound += More.Bound;
  Depends += More.Depends;
  Unknown += More.Unknown;
  Conflicting += More.Conflicting;
  return *this;
}

/// One of those that are equal stays. A template that one unit does not
/// instantiate is known by the instantiations of others, and a kernel of a
/// header by the units that launch it.
void AuditData::dropRepeatedKernels() {
  llvm::stable_sort(Kernels, [](const AuditKernel &A, const AuditKernel &B) {
    return std::tie(A.At, A.Name) < std::tie(B.At, B.Name);
  });
  using PlaceKey = std::pair<std::string, unsigned>;
  const auto PlaceOf = [](const AuditKernel &Kernel) {
    return PlaceKey(Kernel.At.File, Kernel.At.Line);
  };
  std::set<PlaceKey> Instantiated;
  std::set<std::pair<PlaceKey, std::string>> Launched;
  for (const AuditKernel &Kernel : Kernels) {
    if (!Kernel.IsUninstantiated)
      Instantiated.insert(PlaceOf(Kernel));
    if (!Kernel.IsUnlaunched)
      Launched.insert({PlaceOf(Kernel), Kernel.Name});
  }
  std::set<std::pair<PlaceKey, uint64_t>> Seen;
  llvm::erase_if(Kernels, [&](const AuditKernel &Kernel) {
    const PlaceKey At = PlaceOf(Kernel);
    return !Seen.insert({At, Kernel.Hash}).second ||
           (Kernel.IsUninstantiated && Instantiated.count(At)) ||
           (Kernel.IsUnlaunched && Launched.count({At, Kernel.Name}));
  });
}

/// Of a place that several documents have findings at, those of the one that
/// loses most there stay, among those that launch the kernel if any does.
void AuditData::dropRepeatedFindings() {
  using Key = std::tuple<std::string, unsigned, unsigned, std::string>;
  const auto KeyOf = [](const AuditFinding &F) {
    return Key(F.At.File, F.At.Line, F.At.Column, F.Check);
  };
  // Whether it is launched, what it loses.
  std::map<Key, std::map<size_t, std::pair<bool, double>>> Losses;
  for (const AuditFinding &F : Findings) {
    auto &[IsLaunched, Weight] = Losses[KeyOf(F)][F.Document];
    IsLaunched |= !F.IsUnlaunched;
    Weight += F.Lost.Weight;
  }
  llvm::erase_if(Findings, [&](const AuditFinding &F) {
    const auto &ByDocument = Losses.at(KeyOf(F));
    // The first of equal ones.
    const auto Most = std::max_element(
        ByDocument.begin(), ByDocument.end(),
        [](const auto &A, const auto &B) { return A.second < B.second; });
    return Most->first != F.Document;
  });
  llvm::stable_sort(Findings, [](const AuditFinding &A, const AuditFinding &B) {
    return std::tie(A.At, A.Check, A.Message) <
           std::tie(B.At, B.Check, B.Message);
  });
}

bool AuditFinding::isFault() const {
  const banklint::Check *Known = findCheck(Check);
  return Known && Known->Kind == CheckKind::Fault;
}

void AuditData::rank() {
  Ranking.resize(Findings.size());
  for (size_t I = 0; I != Ranking.size(); ++I)
    Ranking[I] = I;
  llvm::stable_sort(Ranking, [this](size_t A, size_t B) {
    const AuditFinding &First = Findings[A], &Second = Findings[B];
    if (First.isFault() != Second.isFault())
      return First.isFault();
    if (First.IsPossible != Second.IsPossible)
      return Second.IsPossible;
    return First.Lost.Weight > Second.Lost.Weight;
  });
}

void AuditData::sumUp() {
  std::map<std::pair<std::string, std::string>, UnknownGroup> Groups;
  for (const AuditKernel &Kernel : Kernels) {
    if (Kernel.IsUninstantiated) {
      ++OpenTemplates;
      OpenAccesses += Kernel.Counts.Accesses;
    } else {
      Counts += Kernel.Counts;
    }
    for (const UnknownGroup &Group : Kernel.Unknowns) {
      auto [Known, IsNew] =
          Groups.try_emplace({Group.Result, Group.Reason}, Group);
      if (!IsNew)
        Known->second.Accesses += Group.Accesses;
    }
  }
  for (auto &[Key, Group] : Groups)
    Unknowns.push_back(std::move(Group));
  llvm::stable_sort(Unknowns, [](const UnknownGroup &A, const UnknownGroup &B) {
    return A.Accesses > B.Accesses;
  });
}

/// Kernels whose block nobody states.
static void addMissingLaunches(llvm::ArrayRef<AuditKernel> Kernels,
                               std::vector<Lesson> &Lessons) {
  std::map<CodePlace, Lesson> ByPlace;
  for (const AuditKernel &Kernel : Kernels) {
    if (!Kernel.Assumed)
      continue;
    const llvm::StringRef Name = plainName(Kernel.Name);
    Lesson &L = ByPlace[Kernel.At];
    L.Kind = "missing-launch";
    L.Subject = Name.str();
    L.At = Kernel.At;
    L.Accesses += Kernel.Assumed;
    const std::string Problem =
        Kernel.OpenLaunch ? "the block of '" + L.Subject +
                                "' is not known where it is "
                                "launched, at " +
                                Kernel.OpenLaunch->File + ":" +
                                std::to_string(Kernel.OpenLaunch->Line)
                          : "no launch of '" + L.Subject + "' was found";
    L.Text = Problem;
    // What is assumed so far: its shape at least is the code's.
    L.Advice = "state the block in a comment above the kernel, such as "
               "'// banklint: block=" +
               Kernel.AssumedBlock + "'";
  }
  for (auto &[Place, L] : ByPlace)
    Lessons.push_back(std::move(L));
}

/// Entries of \p Kernels that are not exact and might be, by file.
static std::map<std::string, unsigned>
openByFile(llvm::ArrayRef<AuditKernel> Kernels) {
  std::map<std::string, unsigned> Open;
  for (const AuditKernel &Kernel : Kernels)
    Open[Kernel.At.File] += Kernel.Teachable;
  return Open;
}

/// What a file of \p Files lost, beside the entries in \p Open.
static unsigned lossOf(const AuditFile &File,
                       const std::map<std::string, unsigned> &Open) {
  const auto Own = Open.find(File.File);
  return (Own == Open.end() ? 0 : Own->second) + File.LostShared;
}

/// What a header that is missing is for, else what a file lost.
static llvm::StringRef kindOf(const CauseGroup &Group) {
  switch (Group.First.Kind) {
  case CauseKind::MissingLibrary:
  case CauseKind::MissingToolkit:
  case CauseKind::MissingHeader:
    return "missing-header";
  default:
    return Group.FailedFiles ? "failed-file" : "parse-error";
  }
}

static void addCauses(llvm::ArrayRef<AuditFile> Files,
                      const std::map<std::string, unsigned> &Open,
                      llvm::ArrayRef<CauseGroup> Causes,
                      std::vector<Lesson> &Lessons) {
  for (const CauseGroup &Group : Causes) {
    const Cause &First = Group.First;
    Lesson &L = Lessons.emplace_back();
    L.Kind = kindOf(Group).str();
    const bool IsHeader = L.Kind == "missing-header";
    L.Subject = IsHeader ? *Group.Subjects.begin() : Group.Files.front();
    L.At = First.File.empty() ? CodePlace{Group.Files.front()}
                              : CodePlace{First.File, First.Line};
    const std::set<std::string> Names(Group.Files.begin(), Group.Files.end());
    for (const AuditFile &File : Files)
      if (Names.count(File.File))
        L.Accesses += lossOf(File, Open);
    L.FailedFiles = Group.FailedFiles;
    L.Text = Group.problem();
    L.Advice = Group.remedy();
  }
}

/// Files that failed for no cause in the source.
static void addFailedFiles(llvm::ArrayRef<AuditFile> Files,
                           std::vector<Lesson> &Lessons) {
  for (const AuditFile &File : Files)
    if (File.hasFailed() && !File.isNotReached() && File.Causes.empty())
      Lessons.push_back({"failed-file", File.File, CodePlace{File.File}, 0, 1,
                         File.Reason, ""});
}

void AuditData::findCauses(HeaderLocator Locate) {
  std::vector<FileCauses> Each;
  for (const AuditFile &File : Files)
    if (File.IncludedBy.empty())
      Each.push_back({File.File, File.Causes, File.hasFailed()});
  Causes =
      groupCauses(Each, [&](llvm::StringRef Header, llvm::StringRef Source) {
        const auto [Known, IsNew] = HeaderDirectories.try_emplace(Header.str());
        if (IsNew && Locate)
          Known->second = Locate(Header, Source);
        return Known->second;
      });
}

void AuditData::findLessons() {
  const std::map<std::string, unsigned> Open = openByFile(Kernels);
  addMissingLaunches(Kernels, Lessons);
  addCauses(Files, Open, Causes, Lessons);
  addFailedFiles(Files, Lessons);
  llvm::erase_if(Lessons, [](const Lesson &L) {
    return L.Accesses == 0 && L.FailedFiles == 0;
  });
  llvm::stable_sort(Lessons, [](const Lesson &A, const Lesson &B) {
    return std::pair(A.Accesses, A.FailedFiles) >
           std::pair(B.Accesses, B.FailedFiles);
  });
  if (Lessons.size() > MostLessons)
    Lessons.resize(MostLessons);
}

RunFacts AuditData::facts() const {
  RunFacts Facts;
  Facts.Files = Files.size();
  for (const AuditFile &File : Files) {
    Facts.FailedFiles += File.hasFailed() && !File.isNotReached();
    Facts.FilesWithoutCommand += !File.HasCommand;
  }
  Facts.Accesses = Counts.Accesses;
  Facts.UnknownAccesses = Counts.Unknown;
  Facts.OpenTemplates = OpenTemplates;
  return Facts;
}

void AuditData::finish(HeaderLocator LocateHeader) {
  dropRepeatedKernels();
  dropRepeatedFindings();
  rank();
  sumUp();
  findCauses(LocateHeader);
  findLessons();
}
