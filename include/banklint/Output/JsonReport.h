//===- JsonReport.h - The JSON report -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_JSONREPORT_H
#define BANKLINT_OUTPUT_JSONREPORT_H

#include "banklint/Checks/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes \p R in format 1, which docs/json-report.md and its schema describe.
void writeJson(const Report &R, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_JSONREPORT_H
