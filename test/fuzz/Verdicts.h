//===- Verdicts.h - What programs and verdicts promise ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_FUZZ_VERDICTS_H
#define BANKLINT_TEST_FUZZ_VERDICTS_H

#include "banklint/Analysis/Verdict.h"

namespace banklint::fuzz {

/// \p Program verifies, and its text reads back as the same text.
void checkProgram(const KernelProgram &Program);

/// What holds for the verdicts of one launch, whatever they are.
void checkVerdicts(const KernelProgram &Program,
                   llvm::ArrayRef<Verdict> Verdicts);

} // namespace banklint::fuzz

#endif // BANKLINT_TEST_FUZZ_VERDICTS_H
