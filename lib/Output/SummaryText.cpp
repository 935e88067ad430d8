//===- SummaryText.cpp - What a run looked at -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace banklint;

/// "(budget 1, data-dependent-index 2)" after a blank, or nothing.
static std::string reasonsOfUnknown(const Report &R) {
  std::map<llvm::StringRef, unsigned> Counts;
  for (const KernelReport &Kernel : R.Kernels)
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const Verdict &V : Launch.Verdicts)
        if (V.Result == Certainty::Unknown && V.Why)
          ++Counts[spelling(V.Why->Code)];
  if (Counts.empty())
    return "";
  std::string Text;
  for (const auto &[Code, Count] : Counts)
    Text +=
        (Text.empty() ? " (" : ", ") + Code.str() + " " + std::to_string(Count);
  return Text + ")";
}

/// What is not as one would wish in \p File, or nothing.
static std::string problemsOf(const FileReport &File) {
  if (File.Status == FileStatus::Failed)
    return "failed: " + File.FailureReason;
  std::string Problems;
  if (File.ParseErrors) {
    Problems = "analyzed with " + counted(File.ParseErrors, "parse error");
    if (!File.FirstParseError.empty())
      Problems += ", first: " + File.FirstParseError;
  }
  if (!File.MissingHeaders.empty()) {
    Problems += Problems.empty() ? "analyzed with " : "; ";
    Problems += counted(File.MissingHeaders.size(), "missing header") + ": " +
                llvm::join(File.MissingHeaders, ", ");
  }
  if (!File.LostShared.empty()) {
    Problems += Problems.empty() ? "not analyzed: " : "; not analyzed: ";
    Problems += counted(File.LostShared.size(), "shared variable") +
                " in code that does not parse, at " +
                llvm::join(File.LostShared, ", ");
  }
  return Problems;
}

/// As clang-tidy reports what it does not.
static void writeSuppressed(const Report &R, llvm::raw_ostream &OS) {
  if (!R.Suppressed.empty()) {
    const auto Comments = llvm::count_if(R.Suppressed, [](const Finding &F) {
      return F.SuppressedBy->Kind == SuppressionKind::InSource;
    });
    const auto Known = R.Suppressed.size() - Comments;
    OS << "Suppressed " << counted(R.Suppressed.size(), "finding") << " (";
    if (Comments)
      OS << Comments << " NOLINT";
    if (Known)
      OS << (Comments ? ", " : "") << Known << " baseline";
    OS << ")\n";
  }
  if (!R.OutsideLines.empty())
    OS << "Omitted " << counted(R.OutsideLines.size(), "finding")
       << " outside the selected lines\n";
  if (!R.InSystemHeaders.empty())
    OS << "Omitted " << counted(R.InSystemHeaders.size(), "finding")
       << " in system headers; use --system-headers to report them\n";
}

void banklint::writeSummary(const Report &R, llvm::raw_ostream &OS) {
  Summary S = summarize(R);
  OS << counted(S.Accesses, "access") << " in "
     << counted(R.Kernels.size(), "kernel") << ": " << S.Exact << " exact, "
     << counted(S.UpperBound, "bound") << ", " << S.Depends
     << (S.Depends == 1 ? " depends" : " depend") << " on a value, "
     << S.Unknown << " unknown" << reasonsOfUnknown(R) << "; "
     << counted(R.Findings.size(), "finding") << '\n';
  if (S.ScannedFiles)
    OS << "Skipped the parse of " << counted(S.ScannedFiles, "file")
       << " without shared memory\n";
  writeSuppressed(R, OS);
  if (R.Arch->Proof == Evidence::Assumed)
    OS << R.Arch->Name
       << ": wavefronts follow rules that were measured only on "
       << defaultArchitectureName() << '\n';
  writeFileProblems(R, OS);
}

void banklint::writeFileProblems(const Report &R, llvm::raw_ostream &OS) {
  for (const FileReport &File : R.Files) {
    std::string Problems = problemsOf(File);
    if (!Problems.empty())
      OS << printable(File.File + ": " + Problems) << '\n';
  }
}
