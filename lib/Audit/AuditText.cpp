//===- AuditText.cpp - An audit as text -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Totals.h"
#include "banklint/Audit/AuditReport.h"
#include "banklint/Hardware/ExampleGpu.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <map>
#include <set>

using namespace banklint;

static constexpr size_t MostLines = 10;

static std::string spell(const CodePlace &At) {
  return printable(At.File) + (At.Line ? ":" + std::to_string(At.Line) : "") +
         (At.Column ? ":" + std::to_string(At.Column) : "");
}

/// One fix of an array helps all its accesses: what it saves is said once.
/// \p Known has the first entry of each fix.
static std::string fixOf(const AuditFinding &F, size_t Rank,
                         std::map<uint64_t, size_t> &Known) {
  if (F.FixHash) {
    const auto [First, IsNew] = Known.try_emplace(*F.FixHash, Rank);
    if (!IsNew)
      return "the same fix as entry " + std::to_string(First->second);
  }
  std::string Text = "fix: " + printable(F.Fix);
  // A sum in the fix's own words is of other requests.
  if (F.Saves && !llvm::StringRef(F.Fix).contains(" in sum"))
    Text += ", which saves " + counted(*F.Saves, "wavefront") +
            " in sum, in one block of each launch";
  return Text;
}

/// "0.5 us", "12 ms": two digits, as lib/Output/Html/src/data/words.ts rounds.
static std::string duration(uint64_t Nanoseconds) {
  if (Nanoseconds < 50)
    return "<0.1 us";
  static constexpr std::pair<uint64_t, llvm::StringLiteral> Units[] = {
      {1'000, "us"}, {1'000'000, "ms"}, {1'000'000'000, "s"}};
  size_t Unit = 0;
  while (Unit != 2 && 2 * Nanoseconds >= 1999 * Units[Unit].first)
    ++Unit;
  const auto [Size, Name] = Units[Unit];
  const uint64_t Tenths = (10 * Nanoseconds + Size / 2) / Size;
  const std::string Number =
      Tenths < 100
          ? std::to_string(Tenths / 10) + "." + std::to_string(Tenths % 10)
          : grouped((Nanoseconds + Size / 2) / Size);
  return Number + " " + Name.str();
}

/// "up to about 1,024 wavefronts per launch (0.5 us)".
static std::string lostPerLaunch(double Wavefronts, bool IsBound,
                                 bool IsEstimate,
                                 std::optional<double> Nanoseconds,
                                 llvm::StringRef Launch) {
  std::string Text = IsBound ? "up to " : "";
  if (IsEstimate)
    Text += "about ";
  Text += counted(std::llround(Wavefronts), "wavefront") + " " + Launch.str();
  if (Nanoseconds)
    Text += " (" + duration(std::llround(*Nanoseconds)) + ")";
  return Text;
}

static void writeFinding(const AuditFinding &F, size_t Rank,
                         std::map<uint64_t, size_t> &Known,
                         llvm::raw_ostream &OS) {
  OS << llvm::format("%3zu. ", Rank) << spell(F.At) << ": ";
  if (F.Lost.Wavefronts)
    OS << (F.IsPossible ? "may lose " : "loses ")
       << lostPerLaunch(F.Lost.Weight, F.IsBound, F.Lost.Per != Loss::OfLaunch,
                        F.Lost.Nanoseconds, "per launch")
       << ": ";
  OS << printable(F.Message) << " [" << printable(F.Check) << "]\n";
  std::vector<std::string> Parts;
  if (!F.Kernel.empty())
    Parts.push_back("in '" + printable(F.Kernel) + "'");
  if (!F.AssumedBlock.empty())
    Parts.push_back("assumed block " + F.AssumedBlock);
  if (!F.Fix.empty())
    Parts.push_back(fixOf(F, Rank, Known));
  if (!Parts.empty())
    OS << "     " << llvm::join(Parts, "; ") << '\n';
}

/// How the times of the ranking follow from wavefronts.
static void writeTimes(const ExampleGpu &Gpu, llvm::raw_ostream &OS) {
  OS << "Times: lost wavefronts of a block x blocks of the busiest "
        "multiprocessor / "
     << grouped(Gpu.ClockMHz)
     << " MHz: how long they occupy the shared-memory pipelines of the "
     << Gpu.Multiprocessors << " multiprocessors of an NVIDIA " << Gpu.Name
     << ". A launch gains at most that where these pipelines limit it\n\n";
}

static void writeSum(const AuditData &Data, const LostSum &Sum,
                     llvm::raw_ostream &OS) {
  const size_t Count = llvm::count_if(
      Data.Findings, [](const AuditFinding &F) { return F.Lost.Weight > 0; });
  const bool IsOne = Count == 1;
  OS << counted(Count, "finding") << (IsOne ? " loses " : " lose ")
     << lostPerLaunch(Sum.Wavefronts, Sum.IsBound, Sum.IsEstimate,
                      Sum.Nanoseconds,
                      IsOne ? "in one launch" : "in one launch each")
     << "\n\n";
}

static void writeRanking(const AuditData &Data, llvm::raw_ostream &OS) {
  if (Data.Ranking.empty())
    return;
  const LostSum Sum = sumOf(Data.Findings);
  if (Sum.Wavefronts > 0)
    writeSum(Data, Sum, OS);
  OS << (Data.Findings[Data.Ranking.front()].isFault()
             ? "What to fix first: what is certainly wrong, then by the "
               "wavefronts that a launch loses:\n"
             : "What to fix first, by the wavefronts that a launch loses:\n");
  std::map<uint64_t, size_t> Known;
  for (auto [Rank, Number] : llvm::enumerate(Data.Ranking)) {
    if (Rank == MostLines) {
      OS << "     and " << grouped(Data.Ranking.size() - MostLines)
         << " more; see --html or --format=json\n";
      break;
    }
    writeFinding(Data.Findings[Number], Rank + 1, Known, OS);
  }
  OS << '\n';
  const ExampleGpu *Gpu = findExampleGpu(Data.Arch);
  if (Gpu && Sum.Wavefronts > 0)
    writeTimes(*Gpu, OS);
}

static void writeUnknowns(const AuditData &Data, llvm::raw_ostream &OS) {
  // The sums have templates that are not instantiated.
  const auto IsOfProgram = [](const UnknownGroup &Group) {
    return Group.Reason != "uninstantiated-template";
  };
  std::vector<UnknownGroup> Groups;
  llvm::copy_if(Data.Unknowns, std::back_inserter(Groups), IsOfProgram);
  if (Groups.empty())
    return;
  OS << "What is not exact, by reason:\n";
  for (const UnknownGroup &Group :
       llvm::ArrayRef(Groups).take_front(MostLines)) {
    OS << llvm::right_justify(grouped(Group.Accesses), 6) << ' '
       << printable(Group.Result);
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
  std::set<std::string> Advised;
  for (const Lesson &Each : Data.Lessons) {
    if (Each.Accesses != 0 || Each.FailedFiles == 0)
      OS << llvm::right_justify(grouped(Each.Accesses), 6)
         << (Each.Accesses == 1 ? " access" : " accesses");
    else
      OS << "      ";
    if (Each.FailedFiles)
      OS << (Each.Accesses ? " and " : " ")
         << counted(Each.FailedFiles, "whole file");
    OS << ": " << spell(Each.At) << ": " << printable(Each.Text);
    if (!Each.Advice.empty() && Advised.insert(Each.Advice).second)
      OS << "; " << printable(Each.Advice);
    OS << '\n';
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
      {Count([](const AuditFile &F) {
         return F.hasFailed() && !F.isNotReached();
       }),
       "failed"},
      {Count([](const AuditFile &F) { return F.isNotReached(); }),
       "not reached"},
      {CountWhole([](const AuditFile &F) { return F.ParseErrors != 0; }),
       "with parse errors"},
      {CountWhole([](const AuditFile &F) { return !F.MissingHeaders.empty(); }),
       "with missing headers"},
      {Count([](const AuditFile &F) { return !F.IncludedBy.empty(); }),
       "analyzed as part of others"}};
  if (!Run.IsComplete)
    OS << "incomplete: the run was interrupted\n";
  OS << counted(Data.Findings.size(), "finding") << " in "
     << counted(Data.Files.size(), "file");
  for (const auto &[Files, What] : Problems)
    if (Files)
      OS << ", " << Files << ' ' << What;
  const AccessCounts &Of = Data.Counts;
  Summary Counts;
  Counts.Accesses = Of.Accesses;
  Counts.Exact = Of.Exact;
  Counts.UpperBound = Of.Bound;
  Counts.Depends = Of.Depends;
  Counts.Unknown = Of.Unknown;
  OS << "; "
     << describeAccesses(Counts, Data.Kernels.size() - Data.OpenTemplates)
     << '\n';
  if (Data.OpenTemplates)
    OS << templatesText(Data.OpenTemplates) << '\n';
}

static void writeInconclusive(const AuditData &Data, llvm::raw_ostream &OS) {
  const std::optional<Inconclusive> Lost =
      inconclusive(Data.facts(), Data.Causes);
  if (!Lost)
    return;
  OS << "Nothing can be concluded: " << printable(Lost->Problem)
     << ". What to do:\n";
  for (const auto &[I, Step] : llvm::enumerate(Lost->Steps))
    OS << llvm::format("%3zu. ", I + 1) << printable(Step) << '\n';
  OS << '\n';
}

void banklint::writeAuditText(const AuditData &Data, const AuditRun &Run,
                              llvm::raw_ostream &OS) {
  writeInconclusive(Data, OS);
  writeRanking(Data, OS);
  writeUnknowns(Data, OS);
  writeLessons(Data, OS);
  writeSums(Data, Run, OS);
}
