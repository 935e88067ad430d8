//===- GitLabReport.cpp - GitLab's code quality report --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/GitLabReport.h"
#include "FileProblems.h"
#include "ReportPath.h"
#include "TextRegions.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/FindingGroups.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"

using namespace banklint;

/// From this many ways on a conflict is major.
static constexpr unsigned MajorWays = 8;

/// GitLab shows the issues of a merge request worst first.
static llvm::StringRef severityOf(const Finding &F) {
  if (F.Level == Severity::Error)
    return "blocker";
  const Check *Known = findCheck(F.Check);
  switch (Known ? Known->Kind : CheckKind::Waste) {
  case CheckKind::Fault:
    return "critical";
  case CheckKind::Slow:
    return F.Cost.Ways >= MajorWays ? "major" : "minor";
  case CheckKind::PossiblySlow:
  case CheckKind::Waste:
    return "info";
  }
  llvm_unreachable("covered switch");
}

/// One line: GitLab shows nothing else of an issue.
static std::string descriptionOf(const Finding &F) {
  std::string Text = F.Message;
  if (!F.OtherPlaces.empty())
    Text += "; " + otherPlacesMessage(F);
  if (!F.Fixes.empty())
    Text += "; " + F.Fixes.front().Description;
  return Text;
}

/// Of an issue that is no finding.
static std::string fingerprintOf(llvm::StringRef Kind, llvm::StringRef Path) {
  llvm::MD5 Hash;
  Hash.update(Kind);
  Hash.update(llvm::StringRef("\0", 1));
  Hash.update(Path);
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

namespace {

/// An issue that is no finding: something was not understood.
struct Gap {
  /// What tells the fingerprint from that of others in the file.
  llvm::StringRef Kind;
  llvm::StringRef Severity;
  Place At;
  std::string Text;
};

class GitLabWriter {
public:
  GitLabWriter(const SourceFiles &Files, llvm::raw_ostream &OS)
      : Files(Files), Regions(Files), J(OS, /*IndentSize=*/2) {}

  void write(const Report &R);

private:
  void write(const Finding &F);
  void writeGap(const Gap &G);
  void writeGaps(const Report &R);
  void writeText(llvm::StringRef Key, llvm::StringRef Text) {
    J.attribute(Key, llvm::json::fixUTF8(Text));
  }
  void writeLocation(llvm::StringRef Path, const TextRegion &Region);

  const SourceFiles &Files;
  TextRegions Regions;
  llvm::json::OStream J;
};

} // namespace

void GitLabWriter::writeLocation(llvm::StringRef Path,
                                 const TextRegion &Region) {
  J.attributeObject("location", [&] {
    writeText("path", Path);
    J.attributeObject("lines", [&] {
      J.attribute("begin", Region.StartLine);
      if (Region.hasEnd())
        J.attribute("end", Region.EndLine);
    });
  });
}

void GitLabWriter::write(const Finding &F) {
  writeText("description", descriptionOf(F));
  writeText("check_name", F.Check);
  J.attribute("fingerprint", F.Fingerprint);
  J.attribute("severity", severityOf(F));
  TextRegion Region;
  Region.StartLine = 1;
  if (F.At.Span.isValid())
    Region = Regions.of(F.At);
  writeLocation(reportPath(F.At.File, Files).Text, Region);
}

void GitLabWriter::writeGap(const Gap &G) {
  const std::string Path = reportPath(G.At.File, Files).Text;
  writeText("description", G.Text);
  J.attribute("check_name", "banklint");
  J.attribute("fingerprint", fingerprintOf(G.Kind, Path));
  J.attribute("severity", G.Severity);
  TextRegion Region;
  Region.StartLine = 1;
  if (G.At.Span.isValid())
    Region = Regions.of(G.At);
  writeLocation(Path, Region);
}

void GitLabWriter::writeGaps(const Report &R) {
  std::vector<Gap> Gaps;
  for (const FileReport &File : R.Files) {
    Place At;
    At.File = File.File;
    if (File.Status == FileStatus::Failed)
      Gaps.push_back({"analysis-failed", "blocker", At,
                      "could not be analyzed: " + File.FailureReason});
    else if (std::string Problems = problemsOf(File); !Problems.empty())
      Gaps.push_back({"analysis-incomplete", "minor", At, std::move(Problems)});
  }
  for (const auto &[File, Unknown] : unknownAccesses(R))
    Gaps.push_back({"unknown-accesses", "info", Unknown.First,
                    textOf(Unknown.Counts) + "; this is the first"});
  for (const Gap &G : Gaps)
    J.object([&] { writeGap(G); });
}

void GitLabWriter::write(const Report &R) {
  J.array([&] {
    for (const Finding &F : R.Findings)
      J.object([&] { write(F); });
    writeGaps(R);
  });
}

void banklint::writeGitLab(const Report &R, const SourceFiles &Files,
                           llvm::raw_ostream &OS) {
  GitLabWriter(Files, OS).write(R);
  OS << '\n';
}
