//===- AuditOutput.cpp - Where an audit goes ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditOutput.h"
#include "RunOrigin.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Run/ReportCauses.h"
#include "banklint/Output/HtmlReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
namespace json = llvm::json;

llvm::Error banklint::checkTargets(const AuditOutput &Output,
                                   llvm::ArrayRef<std::string> Read) {
  const bool IsFile = !Output.File.empty() && Output.File != "-";
  if (Output.Html == "-" && !IsFile)
    return llvm::createStringError(
        "--html=-: the other report goes to the standard output as well; name "
        "a file with --output");
  std::vector<std::pair<llvm::StringRef, std::string>> Targets;
  if (IsFile)
    Targets.push_back({"--output", realPath(absolutePath(Output.File))});
  if (!Output.Html.empty() && Output.Html != "-")
    Targets.push_back({"--html", realPath(absolutePath(Output.Html))});
  if (Targets.size() == 2 && Targets[0].second == Targets[1].second)
    return llvm::createStringError("--output and --html name one file");
  for (const std::string &File : Read)
    for (const auto &[Option, Target] : Targets)
      if (realPath(absolutePath(File)) == Target)
        return llvm::createStringError(Option + ": '" + Target +
                                       "' is an input of this run; the report "
                                       "would replace it");
  return llvm::Error::success();
}

bool banklint::writePage(const AuditData &Data, AuditRun Run,
                         const AuditOutput &Output, MessageLog &Log,
                         llvm::raw_ostream &Out) {
  Run.Origin.Command = json::fixUTF8(Output.Command);
  Run.Origin.Date = currentDate();
  std::string Json;
  llvm::raw_string_ostream Text(Json);
  if (llvm::Error Failure =
          writeAuditJson(Data, Run, /*WithKernels=*/false, Text)) {
    Log.error(std::move(Failure));
    return false;
  }
  return writeOutput(Output.Html, Out, Log, [&](llvm::raw_ostream &OS) {
    const uint64_t Bytes = writeHtml(Json, OS);
    if (Bytes > HtmlSizeWarning)
      Log.warn("'" + Output.Html + "' has " + llvm::Twine(Bytes >> 20) +
               " MiB, which takes seconds to open; audit fewer files for a "
               "page of each part");
  });
}

int banklint::writeAudit(const AuditData &Data, const AuditRun &Run,
                         const AuditOutput &Output, MessageLog &Log,
                         llvm::raw_ostream &Out) {
  llvm::Error Failure = llvm::Error::success();
  const bool IsWritten =
      writeOutput(Output.File, Out, Log, [&](llvm::raw_ostream &OS) {
        if (Output.Format == OutputFormat::Json)
          Failure = writeAuditJson(Data, Run, /*WithKernels=*/true, OS);
        else
          writeAuditText(Data, Run, OS);
      });
  if (Failure) {
    Log.error(std::move(Failure));
    return AuditMachineFailure;
  }
  size_t Missing = 0;
  std::vector<FailedFile> Failed;
  for (const AuditFile &File : Data.Files)
    if (File.isNotReached())
      ++Missing;
    else if (File.hasFailed())
      Failed.push_back({File.File, File.Reason});
  logFailures(Failed, Data.Causes, Log);
  if (Missing)
    Log.error(counted(Missing, "file") + " not analyzed: the run was " +
              "interrupted");
  if (!IsWritten ||
      (!Output.Html.empty() && !writePage(Data, Run, Output, Log, Out)))
    return AuditMachineFailure;
  if (Log.hasErrors())
    return AuditFailure;
  return llvm::any_of(Data.Findings,
                      [](const AuditFinding &F) { return F.IsError; })
             ? AuditFindings
             : AuditClean;
}
