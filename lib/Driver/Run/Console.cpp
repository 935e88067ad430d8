//===- Console.cpp - What a run prints besides its report -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Files/WriteFile.h"
#include "banklint/Driver/Run/ReportCauses.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static llvm::StringRef prefix(const RunMessage &Message) {
  if (Message.HasPlace)
    return "";
  switch (Message.Kind) {
  case MessageKind::Note:
    return "banklint: note: ";
  case MessageKind::Warning:
    return "banklint: warning: ";
  case MessageKind::Error:
    return "banklint: error: ";
  }
  llvm_unreachable("covered switch");
}

MessageLog banklint::consoleLog(bool IsQuiet, llvm::raw_ostream &Err) {
  return MessageLog([IsQuiet, &Err](const RunMessage &Message) {
    if (!IsQuiet || Message.Kind != MessageKind::Note)
      Err << prefix(Message) << printable(Message.Text) << '\n';
  });
}

bool banklint::writeLogged(
    llvm::StringRef File, MessageLog &Log,
    llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  llvm::Error Failure = writeFile(File, [Write](llvm::raw_ostream &Stream) {
    Write(Stream);
    return llvm::Error::success();
  });
  if (!Failure)
    return true;
  Log.error("cannot write '" + File +
            "': " + llvm::toString(std::move(Failure)));
  return false;
}

bool banklint::writeOutput(
    llvm::StringRef File, llvm::raw_ostream &Out, MessageLog &Log,
    llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (File.empty() || File == "-") {
    Write(Out);
    Out.flush();
    return true;
  }
  return writeLogged(File, Log, Write);
}

static bool hasFailed(const FileReport &File) {
  return File.Status == FileStatus::Failed;
}

void banklint::reportFailures(
    const RunOptions &Options, const Report &R, MessageLog &Log,
    llvm::raw_ostream &Err,
    llvm::function_ref<void(const Report &, llvm::raw_ostream &)> Summarize) {
  const bool IsForReaders = Options.Format == OutputFormat::Text ||
                            Options.Format == OutputFormat::Brief ||
                            Options.Format == OutputFormat::Accesses ||
                            Options.Format == OutputFormat::GitHub;
  const bool HasSummary =
      IsForReaders && !Options.IsQuiet &&
      (R.Files.empty() || !llvm::all_of(R.Files, hasFailed));
  if (HasSummary)
    return Summarize(R, Err);
  std::vector<FailedFile> Failed;
  for (const FileReport &File : R.Files)
    if (hasFailed(File))
      Failed.push_back({File.File, File.FailureReason});
  logFailures(Failed, R.Causes, Log);
}

ExitStatus banklint::exitStatus(const Report &R) {
  if (llvm::any_of(R.Files, hasFailed))
    return ExitFailure;
  if (llvm::any_of(R.Findings,
                   [](const Finding &F) { return F.Level == Severity::Error; }))
    return ExitFindings;
  return ExitClean;
}

ExitStatus banklint::exitStatus(const Report &R, const MessageLog &Log) {
  return Log.hasErrors() ? ExitFailure : exitStatus(R);
}
