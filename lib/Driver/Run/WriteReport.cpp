//===- WriteReport.cpp - The report in the form that was asked for --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Output/BriefReport.h"
#include "banklint/Output/GitHubReport.h"
#include "banklint/Output/GitLabReport.h"
#include "banklint/Output/JsonReport.h"
#include "banklint/Output/SarifReport.h"
#include "banklint/Output/TextReport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<std::string>
banklint::findReportRoot(const RunOptions &Options) {
  const llvm::StringRef Given = Options.ReportRoot;
  llvm::SmallString<256> Folder;
  if (Given.empty()) {
    // Nothing is below a working directory that is gone.
    if (fs::real_path(".", Folder))
      return "";
    const std::string Repository = repositoryAround(Folder);
    return Repository.empty() ? Folder.str().str() : Repository;
  }
  if (std::error_code Code = fs::real_path(Given, Folder))
    return llvm::createStringError("--relative-to: cannot read '" + Given +
                                   "': " + Code.message());
  if (!fs::is_directory(Folder))
    return llvm::createStringError("--relative-to: '" + Given +
                                   "' is not a directory");
  return Folder.str().str();
}

/// Of a link to a file, where the link lies: that is what a checkout has.
static std::string pathOfLink(llvm::StringRef Name,
                              const SourceTexts &Sources) {
  const std::string Path = absolutePath(Sources.pathOf(Name));
  llvm::SmallString<256> Result(realPath(path::parent_path(Path)));
  path::append(Result, path::filename(Path));
  return Result.str().str();
}

static void writeAsText(const Report &R, const RunOptions &Options,
                        const SourceTexts &Sources, llvm::raw_ostream &OS) {
  const auto SourceLine = [&](llvm::StringRef File, unsigned Line) {
    return Sources.line(File, Line);
  };
  TextOptions Text;
  Text.UseColor = Options.UseColor;
  Text.Explain = Options.Explain;
  Text.SourceLine = SourceLine;
  writeFindings(R, Text, OS);
  if (Options.Explain)
    writeOpenAccesses(R, Text, OS);
}

static void writeAsSarif(const Report &R, const RunRecord &Record,
                         const RunOptions &Options, const SourceFiles &Files,
                         llvm::raw_ostream &OS) {
  SarifRun Run;
  Run.Files = Files;
  Run.DocumentationUrl = Options.DocumentationUrl;
  Run.Errors = Record.Errors;
  Run.ExitStatus = Record.ExitStatus;
  Run.IsSuccessful = Record.IsSuccessful;
  Run.WithSuppressed = !Options.HideSuppressed;
  writeSarif(R, Run, OS);
}

void banklint::writeReport(const Report &R, const RunRecord &Record,
                           const RunOptions &Options, llvm::StringRef Root,
                           const SourceTexts &Sources, llvm::raw_ostream &OS) {
  const auto PathOf = [&](llvm::StringRef Name) {
    return pathOfLink(Name, Sources);
  };
  const auto TextOf =
      [&](llvm::StringRef Name) -> std::optional<llvm::StringRef> {
    if (const SourceTexts::Source *Source = Sources.find(Name))
      return Source->Text;
    return std::nullopt;
  };
  const SourceFiles Files = {Root.str(), PathOf, TextOf};
  switch (Options.Format) {
  case OutputFormat::Text:
    return writeAsText(R, Options, Sources, OS);
  case OutputFormat::Brief:
    return writeBrief(R, Files, OS);
  case OutputFormat::Accesses:
    return writeAccesses(R, Options.ListedKernel, OS);
  case OutputFormat::Json:
    return writeJson(R, OS);
  case OutputFormat::Sarif:
    return writeAsSarif(R, Record, Options, Files, OS);
  case OutputFormat::GitHub:
    return writeGitHub(R, Files, OS);
  case OutputFormat::GitLab:
    return writeGitLab(R, Files, OS);
  }
  llvm_unreachable("covered switch");
}
