//===- AuditText.cpp - An audit as text -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/AuditReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <map>

using namespace banklint;

static constexpr size_t MostLines = 10;

static std::string spell(const CodePlace &At) {
  return printable(At.File) + (At.Line ? ":" + std::to_string(At.Line) : "") +
         (At.Column ? ":" + std::to_string(At.Column) : "");
}

/// One fix of an array helps all its accesses: what it saves is said once.
/// \p Known has the first entry of each fix.
static void writeFix(const AuditFinding &F, size_t Rank,
                     std::map<uint64_t, size_t> &Known, llvm::raw_ostream &OS) {
  if (F.FixHash) {
    const auto [First, IsNew] = Known.try_emplace(*F.FixHash, Rank);
    if (!IsNew) {
      OS << "the same fix as entry " << First->second;
      return;
    }
  }
  OS << "fix: " << printable(F.Fix);
  if (F.Saves)
    OS << ", which saves " << counted(*F.Saves, "wavefront")
       << " in sum, in one block of each launch";
}

static void writeFinding(const AuditFinding &F, size_t Rank,
                         std::map<uint64_t, size_t> &Known,
                         llvm::raw_ostream &OS) {
  OS << llvm::format("%3zu. ", Rank) << spell(F.At) << ": ";
  if (F.Lost.Wavefronts)
    OS << (F.IsPossible ? "may lose " : "loses ")
       << counted(F.Lost.Wavefronts, "wavefront") << " per "
       << spelling(F.Lost.Per)
       << (F.Lost.Per == Loss::OfLaunch
               ? std::string()
               : ", about " + std::to_string(std::llround(F.Lost.Weight)) +
                     " per launch")
       << ": ";
  OS << printable(F.Message) << " [" << printable(F.Check) << "]\n";
  if (!F.Kernel.empty())
    OS << "     in '" << printable(F.Kernel) << "'";
  if (!F.Fix.empty()) {
    OS << (F.Kernel.empty() ? "     " : "; ");
    writeFix(F, Rank, Known, OS);
  }
  if (!F.Kernel.empty() || !F.Fix.empty())
    OS << '\n';
}

static void writeRanking(const AuditData &Data, llvm::raw_ostream &OS) {
  if (Data.Ranking.empty())
    return;
  OS << "What to fix first, by the wavefronts that a launch loses:\n";
  std::map<uint64_t, size_t> Known;
  for (auto [Rank, Number] : llvm::enumerate(Data.Ranking)) {
    if (Rank == MostLines) {
      OS << "     and " << Data.Ranking.size() - MostLines
         << " more; see --html or --format=json\n";
      break;
    }
    writeFinding(Data.Findings[Number], Rank + 1, Known, OS);
  }
  OS << '\n';
}

static void writeUnknowns(const AuditData &Data, llvm::raw_ostream &OS) {
  if (Data.Unknowns.empty())
    return;
  OS << "What is not exact, by reason:\n";
  for (const UnknownGroup &Group :
       llvm::ArrayRef(Data.Unknowns).take_front(MostLines)) {
    OS << llvm::format("%6u ", Group.Accesses) << printable(Group.Result);
    if (!Group.Reason.empty())
      OS << " (" << printable(Group.Reason) << ")";
    OS << ", such as " << spell(Group.Example) << ": " << printable(Group.Text)
       << '\n';
  }
  OS << '\n';
}

static void writeLessons(const AuditData &Data, llvm::raw_ostream &OS) {
  if (Data.Lessons.empty())
    return;
  OS << "What would teach most:\n";
  for (const Lesson &Each : Data.Lessons) {
    if (Each.Accesses != 0 || Each.FailedFiles == 0)
      OS << llvm::format("%6u ", Each.Accesses)
         << (Each.Accesses == 1 ? "access" : "accesses");
    else
      OS << "      ";
    if (Each.FailedFiles)
      OS << (Each.Accesses ? " and " : " ")
         << counted(Each.FailedFiles, "whole file");
    OS << ": " << spell(Each.At) << ": " << printable(Each.Text) << '\n';
  }
  OS << '\n';
}

static void writeSums(const AuditData &Data, const AuditRun &Run,
                      llvm::raw_ostream &OS) {
  const auto Count = [&Data](auto Has) {
    return static_cast<size_t>(llvm::count_if(Data.Files, Has));
  };
  const auto CountWhole = [&Count](auto Has) {
    return Count(
        [Has](const AuditFile &F) { return F.IncludedBy.empty() && Has(F); });
  };
  const std::pair<size_t, llvm::StringRef> Problems[] = {
      {Count([](const AuditFile &F) { return F.hasFailed(); }), "failed"},
      {CountWhole([](const AuditFile &F) { return F.ParseErrors != 0; }),
       "with parse errors"},
      {CountWhole([](const AuditFile &F) { return !F.MissingHeaders.empty(); }),
       "with missing headers"},
      {Count([](const AuditFile &F) { return !F.IncludedBy.empty(); }),
       "analyzed as part of others"}};
  if (!Run.IsComplete)
    OS << "incomplete: the run was interrupted\n";
  OS << counted(Data.Files.size(), "file");
  for (const auto &[Files, What] : Problems)
    if (Files)
      OS << ", " << Files << ' ' << What;
  const AccessCounts &Of = Data.Counts;
  OS << "; " << counted(Of.Accesses, "access") << " in "
     << counted(Data.Kernels.size(), "kernel") << ": " << Of.Exact << " exact, "
     << Of.Bound << " bounds, " << Of.Depends << " depend on a value, "
     << Of.Unknown << " unknown; " << counted(Data.Findings.size(), "finding")
     << '\n';
}

void banklint::writeAuditText(const AuditData &Data, const AuditRun &Run,
                              llvm::raw_ostream &OS) {
  writeRanking(Data, OS);
  writeUnknowns(Data, OS);
  writeLessons(Data, OS);
  writeSums(Data, Run, OS);
}
