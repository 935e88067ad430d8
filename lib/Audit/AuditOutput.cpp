//===- AuditOutput.cpp - Where an audit goes ----------------------------------
//===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditOutput.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

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
  for (const AuditFile &File : Data.Files)
    if (File.Status == "failed")
      Log.error("'" + File.File + "': " + File.Reason);
  if (!IsWritten)
    return AuditMachineFailure;
  if (Log.hasErrors())
    return AuditFailure;
  return llvm::any_of(Data.Findings,
                      [](const AuditFinding &F) { return F.IsError; })
             ? AuditFindings
             : AuditClean;
}
