//===- Kernels.h - Small kernels as text ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_ANALYSIS_KERNELS_H
#define BANKLINT_TEST_UNIT_ANALYSIS_KERNELS_H

#include "banklint/Analysis/Verdict.h"

namespace banklint::test {

/// The architecture whose rules were measured.
const Architecture &arch();

/// The program `kernel "k"`, \p Declarations, `body {` \p Body `}`.
KernelProgram kernel(llvm::StringRef Declarations, llvm::StringRef Body);

std::vector<Verdict> judgeIn(const KernelProgram &Program, const Dim3 &Block,
                             std::vector<ArgumentValue> Arguments = {},
                             std::optional<Dim3> Grid = std::nullopt);

/// The verdict of a program's one access.
Verdict judgeOne(const KernelProgram &Program, const Dim3 &Block);

/// Each verdict as "32/1 exact", wavefronts / ideal of the worst request,
/// joined by ", "; only "unknown" if that is what it is.
std::string figures(llvm::ArrayRef<Verdict> Verdicts);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_ANALYSIS_KERNELS_H
