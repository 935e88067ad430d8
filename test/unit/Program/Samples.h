//===- Samples.h - Programs as the printer writes them ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_UNIT_PROGRAM_SAMPLES_H
#define BANKLINT_TEST_UNIT_PROGRAM_SAMPLES_H

#include "banklint/Program/TextForm.h"

namespace banklint::test {

/// Texts that together hold every construct of the form; each prints as it
/// stands.
llvm::ArrayRef<llvm::StringLiteral> samples();

std::string toText(const KernelProgram &Program);
/// The program of a text without errors.
KernelProgram fromText(llvm::StringRef Text);
/// The error of a text that has one, else "".
std::string errorOf(llvm::StringRef Text);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_PROGRAM_SAMPLES_H
