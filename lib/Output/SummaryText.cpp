//===- SummaryText.cpp - What a run looked at -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileProblems.h"
#include "banklint/Checks/FindingGroups.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <tuple>

using namespace banklint;

/// "(budget 1, data-dependent-index 2)" after a blank, or nothing.
static std::string reasonsOfUnknown(const Report &R) {
  UnknownCounts Counts;
  for (const auto &[File, Unknown] : unknownAccesses(R))
    for (const auto &[Code, Count] : Unknown.Counts)
      Counts[Code] += Count;
  return Counts.empty() ? "" : " (" + listOf(Counts) + ")";
}

/// "Left out 3 operations of the hardware's engines (cp.async.bulk 1,
/// wgmma.mma_async 2): no lane requests them".
static void writeEngineOperations(const Report &R, llvm::raw_ostream &OS) {
  std::set<std::tuple<std::string, std::string, unsigned, unsigned>> Places;
  for (const KernelReport &Kernel : R.Kernels)
    for (const EngineOperation &Operation : Kernel.Program.EngineOperations)
      Places.emplace(Operation.Instruction,
                     Kernel.Program.fileOf(Operation.Span), Operation.Span.Line,
                     Operation.Span.Column);
  std::map<llvm::StringRef, unsigned> Counts;
  for (const auto &Each : Places)
    ++Counts[std::get<0>(Each)];
  if (!Counts.empty())
    OS << "Left out " << counted(Places.size(), "operation")
       << " of the hardware's engines (" << listOf(Counts)
       << "): no lane requests them\n";
}

/// As clang-tidy reports what it does not.
static void writeSuppressed(const Report &R, llvm::raw_ostream &OS) {
  if (!R.Suppressed.empty()) {
    // A comment is for one access, but a baseline for what reports show.
    const auto Comments = llvm::count_if(R.Suppressed, [](const Finding &F) {
      return F.SuppressedBy->Kind == SuppressionKind::InSource;
    });
    const auto Known = countGroups(R.Suppressed, [](const Finding &F) {
      return F.SuppressedBy->Kind == SuppressionKind::Baseline;
    });
    OS << "Suppressed " << counted(Comments + Known, "finding") << " (";
    if (Comments)
      OS << Comments << " NOLINT";
    if (Known)
      OS << (Comments ? ", " : "") << Known << " baseline";
    OS << ")\n";
  }
  if (!R.OutsideLines.empty())
    OS << "Omitted " << counted(countGroups(R.OutsideLines), "finding")
       << " outside the selected lines\n";
  if (!R.InSystemHeaders.empty())
    OS << "Omitted " << counted(countGroups(R.InSystemHeaders), "finding")
       << " in system headers; use --system-headers to report them\n";
}

/// "2 findings (1 fixable with '--fix', 1 more with '--fix-notes')".
static std::string describeFindings(size_t Findings,
                                    const SummaryOptions &Options) {
  const FixableCounts &Fixable = Options.Fixable;
  const std::string Text = counted(Findings, "finding");
  if (!Options.NamesFixOptions)
    return Text +
           (Fixable.Automatic + Fixable.OnlySuggested
                ? " (fixes: " + grouped(Fixable.Automatic) + " automatic, " +
                      grouped(Fixable.OnlySuggested) + " suggested)"
                : "");
  const std::string Suggested = grouped(Fixable.OnlySuggested);
  if (Fixable.Automatic == 0)
    return Fixable.OnlySuggested
               ? Text + " (" + Suggested + " fixable with '--fix-notes')"
               : Text;
  return Text + " (" + grouped(Fixable.Automatic) + " fixable with '--fix'" +
         (Fixable.OnlySuggested ? ", " + Suggested + " more with '--fix-notes'"
                                : "") +
         ")";
}

std::string banklint::describeAccesses(const Summary &S, size_t Kernels) {
  std::vector<std::string> Results;
  const auto Add = [&Results](unsigned Count, const std::string &Text) {
    if (Count)
      Results.push_back(Text);
  };
  Add(S.Exact, grouped(S.Exact) + " exact");
  Add(S.UpperBound, counted(S.UpperBound, "upper bound"));
  Add(S.Depends, grouped(S.Depends) +
                     (S.Depends == 1 ? " depends" : " depend") + " on a value");
  Add(S.Unknown, grouped(S.Unknown) + " unknown");
  return counted(S.Accesses, "access") + " in " + counted(Kernels, "kernel") +
         (Results.empty() ? "" : ": " + llvm::join(Results, ", "));
}

/// Names the options that say more of what \p R has; nothing if none does.
static void writeHints(const Report &R, const Summary &S, bool Explain,
                       llvm::raw_ostream &OS) {
  const auto Conflict = llvm::find_if(
      R.Findings, [](const Finding &F) { return F.Cause.has_value(); });
  const bool HasConflict = Conflict != R.Findings.end();
  std::vector<std::string> Explained, Hints;
  if (HasConflict)
    Explained.push_back("the lanes in each bank");
  if (S.UpperBound + S.Unknown)
    Explained.push_back("what is not exact");
  if (!Explain && !Explained.empty())
    Hints.push_back("'--explain' for " + llvm::join(Explained, " and "));
  if (!R.Findings.empty())
    Hints.push_back("'--explain-check=" +
                    (HasConflict ? *Conflict : R.Findings.front()).Check +
                    "' for causes and fixes");
  if (!Hints.empty())
    OS << (HasConflict ? "A wavefront is one pass over the 32 banks; see "
                       : "See ")
       << llvm::join(Hints, ", ") << '\n';
}

void banklint::writeSummary(const Report &R, const SummaryOptions &Options,
                            llvm::raw_ostream &OS) {
  writeFileProblems(R, OS);
  const auto Incomplete = llvm::count_if(R.Files, [](const FileReport &File) {
    return !problemsOf(File).empty();
  });
  if (Incomplete)
    OS << "incomplete: " << Incomplete << " of "
       << counted(R.Files.size(), "file") << "; ";
  const Summary S = summarize(R);
  OS << describeFindings(R.Findings.size(), Options) << "; "
     << describeAccesses(S, R.Kernels.size() - S.OpenTemplates)
     << reasonsOfUnknown(R) << '\n';
  if (S.OpenTemplates)
    OS << templatesText(S.OpenTemplates) << '\n';
  writeEngineOperations(R, OS);
  if (S.ScannedFiles)
    OS << "Skipped the parse of " << counted(S.ScannedFiles, "file")
       << " without shared memory\n";
  writeSuppressed(R, OS);
  if (R.Arch->Proof == Evidence::Assumed)
    OS << R.Arch->Name
       << ": wavefronts follow rules that were measured only on "
       << defaultArchitectureName() << '\n';
  if (Options.HasHints)
    writeHints(R, S, Options.Explain, OS);
}

/// What makes a problem of \p File the problem of others, too: a header that
/// does not parse is behind the errors of many files. Each file with lost code
/// is told, and has none.
static llvm::StringRef sharedError(const FileReport &File) {
  return File.Status == FileStatus::Failed || !File.LostShared.empty()
             ? ""
             : File.firstParseError();
}

void banklint::writeFileProblems(const Report &R, llvm::raw_ostream &OS) {
  llvm::StringMap<std::vector<std::string>> ByError;
  for (const FileReport &File : R.Files)
    if (!sharedError(File).empty())
      ByError[sharedError(File)].push_back(File.File);
  for (const FileReport &File : R.Files) {
    const std::string Problems = problemsOf(File);
    const auto Known = ByError.find(sharedError(File));
    const llvm::ArrayRef<std::string> Files =
        Known == ByError.end() ? llvm::ArrayRef<std::string>()
                               : llvm::ArrayRef(Known->second);
    if (Problems.empty() || (!Files.empty() && Files.front() != File.File))
      continue;
    OS << printable(File.File + ": " + Problems);
    if (Files.size() > 1)
      OS << "; the same first error in "
         << counted(Files.size() - 1, "other file") << ": "
         << printable(someOf(Files.drop_front()));
    OS << '\n';
  }
}
