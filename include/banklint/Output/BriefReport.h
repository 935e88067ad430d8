//===- BriefReport.h - A report in few lines --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For readers that pay by the byte, such as coding agents: of each finding what
// it costs, why, and the fix as changed lines; no source lines, no background.
// What is left out is counted.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_BRIEFREPORT_H
#define BANKLINT_OUTPUT_BRIEFREPORT_H

#include "banklint/Checks/Report.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes the findings of \p R and, by reason, the first of the accesses whose
/// cost is not known or a bound.
void writeBrief(const Report &R, const SourceFiles &Files,
                llvm::raw_ostream &OS);

/// Writes a line for each access of each launch of \p R, with its cost; of the
/// kernels named \p Kernel (isNamed) only, unless it is empty.
void writeAccesses(const Report &R, llvm::StringRef Kernel,
                   llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_BRIEFREPORT_H
