//===- SampleReports.h - Reports for tests of their writers -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_OUTPUT_SAMPLEREPORTS_H
#define BANKLINT_TEST_UNIT_OUTPUT_SAMPLEREPORTS_H

#include "banklint/Checks/Report.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint::test {

/// A run without files.
Report emptyReport();
/// One kernel with a conflict-free store and a load in 32 wavefronts, whose
/// finding carries a fix.
Report columnReport();
/// columnReport with bank maps, and a finding that has none.
Report mapsReport();
/// Files, kernels, launches, verdicts and findings of every kind; paths and
/// source lines beyond ASCII.
Report mixedReport();

/// Findings in files with odd names, inside and outside of "/src dir", and with
/// odd messages; accepted ones; a run that dropped code.
Report oddReport();

/// The files that the samples speak of, below "/src dir".
SourceFiles sampleFiles();

/// Lines of the sources that the samples speak of.
std::optional<std::string> sampleLine(llvm::StringRef File, unsigned Line);

/// A full warp's request; \p Address gives each lane's byte address.
WarpRequest requestOf(MemoryOperation Op, unsigned Bytes,
                      llvm::function_ref<uint64_t(unsigned Lane)> Address);
/// A request with its banks on sm_90.
Witness witnessOf(const WarpRequest &Request);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_OUTPUT_SAMPLEREPORTS_H
