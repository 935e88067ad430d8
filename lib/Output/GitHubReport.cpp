//===- GitHubReport.cpp - Workflow commands of GitHub ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/GitHubReport.h"
#include "FileProblems.h"
#include "ReportPath.h"
#include "TextRegions.h"
#include "banklint/Output/OpenAccesses.h"
#include "banklint/Support/Wording.h"
#include "llvm/Support/JSON.h"

using namespace banklint;

/// What GitHub's runner takes back, and logs. In a property, ':' and ',' would
/// end it.
static std::string escaped(llvm::StringRef Text, bool IsProperty) {
  std::string Result;
  for (const char C : llvm::json::fixUTF8(Text))
    if (C == '%')
      Result += "%25";
    else if (C == '\r')
      Result += "%0D";
    else if (C == '\n')
      Result += "%0A";
    else if (IsProperty && C == ':')
      Result += "%3A";
    else if (IsProperty && C == ',')
      Result += "%2C";
    else
      Result += C;
  return printable(Result);
}

namespace {

class GitHubWriter {
public:
  GitHubWriter(const SourceFiles &Files, llvm::raw_ostream &OS)
      : Files(Files), OS(OS), Regions(Files) {}

  void write(const Finding &F);
  void writeFailure(const FileReport &File);
  void writeProblems(const FileReport &File, llvm::StringRef Problems);
  void writeUnknown(const UnknownAccesses &Unknown);
  void writeTemplates(llvm::ArrayRef<const KernelProgram *> Templates);

private:
  void property(llvm::StringRef Name, llvm::StringRef Value) {
    OS << (IsFirst ? ' ' : ',') << Name << '='
       << escaped(Value, /*IsProperty=*/true);
    IsFirst = false;
  }
  void property(llvm::StringRef Name, unsigned Value) {
    property(Name, std::to_string(Value));
  }
  void begin(llvm::StringRef Command) {
    OS << "::" << Command;
    IsFirst = true;
  }
  void end(llvm::StringRef Message) {
    OS << "::" << escaped(Message, /*IsProperty=*/false) << '\n';
  }
  void writePlace(const Place &At);
  /// \p N below the message of \p F.
  std::string lineOf(const Note &N, const Finding &F);

  const SourceFiles &Files;
  llvm::raw_ostream &OS;
  TextRegions Regions;
  bool IsFirst = true;
};

} // namespace

void GitHubWriter::writePlace(const Place &At) {
  if (!At.Span.isValid())
    return;
  const TextRegion Region = Regions.of(At);
  property("file", reportPath(At.File, Files).Text);
  property("line", Region.StartLine);
  if (Region.hasEnd())
    property("endLine", Region.EndLine);
  // GitHub takes columns within one line only.
  if (Region.hasEnd() && Region.EndLine != Region.StartLine)
    return;
  property("col", Region.StartColumn);
  if (Region.hasEnd())
    property("endColumn", Region.EndColumn);
}

std::string GitHubWriter::lineOf(const Note &N, const Finding &F) {
  std::string Line = "\n";
  if (N.At.Span.isValid() && !startTogether(N.At, F.At)) {
    const TextRegion Region = Regions.of(N.At);
    Line += reportPath(N.At.File, Files).Text + ":" +
            std::to_string(Region.StartLine) + ":" +
            std::to_string(Region.StartColumn) + ": ";
  }
  return Line + "note: " + N.Message;
}

void GitHubWriter::write(const Finding &F) {
  begin(F.Level == Severity::Error ? "error" : "warning");
  writePlace(F.At);
  property("title", F.Check);
  std::string Message = F.Message;
  for (const Note *N : notesOf(F))
    Message += lineOf(*N, F);
  end(Message);
}

void GitHubWriter::writeFailure(const FileReport &File) {
  begin("error");
  property("file", reportPath(File.File, Files).Text);
  property("title", "banklint");
  end("could not be analyzed: " + File.FailureReason);
}

void GitHubWriter::writeProblems(const FileReport &File,
                                 llvm::StringRef Problems) {
  begin("warning");
  property("file", reportPath(File.File, Files).Text);
  property("title", "banklint");
  end(Problems);
}

void GitHubWriter::writeUnknown(const UnknownAccesses &Unknown) {
  begin("notice");
  writePlace(Unknown.First);
  property("title", "banklint");
  end(textOf(Unknown.Counts) + "; this is the first");
}

void GitHubWriter::writeTemplates(
    llvm::ArrayRef<const KernelProgram *> Templates) {
  begin("notice");
  const KernelProgram &First = *Templates.front();
  writePlace(placeOf(First, First.Span));
  property("title", "banklint");
  end(templatesText(Templates.size()) + "; this is the first");
}

void banklint::writeGitHub(const Report &R, const SourceFiles &Files,
                           llvm::raw_ostream &OS) {
  GitHubWriter Writer(Files, OS);
  for (const Finding &F : R.Findings)
    Writer.write(F);
  for (const FileReport &File : R.Files)
    if (File.Status == FileStatus::Failed)
      Writer.writeFailure(File);
    else if (const std::string Problems = problemsOf(File); !Problems.empty())
      Writer.writeProblems(File, Problems);
  for (const auto &[File, Unknown] : unknownAccesses(R))
    Writer.writeUnknown(Unknown);
  if (const auto Templates = openTemplates(R); !Templates.empty())
    Writer.writeTemplates(Templates);
}
