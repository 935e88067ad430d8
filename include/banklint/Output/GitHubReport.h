//===- GitHubReport.h - Workflow commands of GitHub -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_GITHUBREPORT_H
#define BANKLINT_OUTPUT_GITHUBREPORT_H

#include "banklint/Checks/Report.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes a command for each finding and each file that could not be analyzed,
/// which GitHub Actions show as annotations; see docs/output-formats.md.
void writeGitHub(const Report &R, const SourceFiles &Files,
                 llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_GITHUBREPORT_H
