//===- GitLabReport.h - GitLab's code quality report ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_GITLABREPORT_H
#define BANKLINT_OUTPUT_GITLABREPORT_H

#include "banklint/Checks/Report.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes an issue for each finding and each file that could not be analyzed,
/// as an artifact for GitLab. docs/output-formats.md lists the severities.
void writeGitLab(const Report &R, const SourceFiles &Files,
                 llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_GITLABREPORT_H
