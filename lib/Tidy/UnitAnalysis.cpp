//===- UnitAnalysis.cpp - What banklint finds in a unit -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitAnalysis.h"
#include "CompileCommand.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/ConfigFiles.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace banklint;

/// A thread that was given up uses what the program destroys at its end.
static void leaveAtOnce(int Status, void *) {
  llvm::outs().flush();
  std::_Exit(Status);
}

/// True if configuration files let a check run on \p File that \p Request does
/// not exclude, or can't be read.
static bool anyRuns(const RunOptions &Request, llvm::StringRef File) {
  llvm::Expected<ConfigFiles> Files = ConfigFiles::create(Request);
  llvm::Expected<FileRules> Rules =
      Files ? Files->rulesFor(File)
            : llvm::Expected<FileRules>(Files.takeError());
  if (!Rules) {
    // The analysis reports it.
    llvm::consumeError(Rules.takeError());
    return true;
  }
  return llvm::any_of(allChecks(), [&Rules](const Check &Each) {
    return Rules->isEnabled(Each.Name);
  });
}

void UnitAnalysis::analyzeUnitOf(const clang::Preprocessor &PP) {
  const clang::SourceManager &Sources = PP.getSourceManager();
  const auto MainFile = Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!MainFile) {
    Found.Messages.push_back({MessageKind::Error, "the source is not a file"});
    return;
  }
  Request.Sources = {MainFile->getName().str()};
  Request.FixedCommand = commandBehind(PP);
  // Globs that exclude: what a configuration of banklint's excludes must stay
  // so.
  for (const Check &Each : allChecks())
    if (!Enabled.count(Each.Name.str()))
      Request.Checks += (Request.Checks.empty() ? "-" : ",-") + Each.Name.str();
  const clang::tidy::ClangTidyOptions &Options = Context.getOptions();
  Request.HeaderFilter = Options.HeaderFilterRegex.value_or("");
  Request.ExcludeHeaderFilter = Options.ExcludeHeaderFilterRegex.value_or("");
  if (!anyRuns(Request, MainFile->getName()))
    return;
  Found = analyze(Request, &Sources.getFileManager().getVirtualFileSystem());
  Found.Fixes.Policy = FixPolicy::AutomaticFirst;
  Plan = planFixes(Found.Result.Findings, Found.Sources, Found.Fixes);
  if (Found.MustExitAtOnce)
    on_exit(leaveAtOnce, nullptr);
}

void UnitAnalysis::run(const clang::Preprocessor &PP) {
  if (HasRun)
    return;
  HasRun = true;
  analyzeUnitOf(PP);
}

const PlannedFix *UnitAnalysis::fixOf(const Finding &F) const {
  auto Fix = llvm::find_if(
      Plan.Fixes, [&F](const PlannedFix &Each) { return Each.For == &F; });
  return Fix == Plan.Fixes.end() ? nullptr : &*Fix;
}
