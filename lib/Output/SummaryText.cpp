//===- SummaryText.cpp - What a run looked at -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileProblems.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// "(budget 1, data-dependent-index 2)" after a blank, or nothing.
static std::string reasonsOfUnknown(const Report &R) {
  UnknownCounts Counts;
  for (const auto &[File, Unknown] : unknownAccesses(R))
    for (const auto &[Code, Count] : Unknown.Counts)
      Counts[Code] += Count;
  return Counts.empty() ? "" : " (" + listOf(Counts) + ")";
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
  writeFileProblems(R, OS);
  const auto Incomplete = llvm::count_if(R.Files, [](const FileReport &File) {
    return !problemsOf(File).empty();
  });
  if (Incomplete)
    OS << "incomplete: " << Incomplete << " of "
       << counted(R.Files.size(), "file") << "; ";
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
}

void banklint::writeFileProblems(const Report &R, llvm::raw_ostream &OS) {
  for (const FileReport &File : R.Files) {
    std::string Problems = problemsOf(File);
    if (!Problems.empty())
      OS << printable(File.File + ": " + Problems) << '\n';
  }
}
