//===- Samples.h - Kernels for tests of the checks --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_CHECKS_SAMPLES_H
#define BANKLINT_TEST_UNIT_CHECKS_SAMPLES_H

#include "CheckHarness.h"

namespace banklint::test {

/// A tile of \p Extents such as "[32][32]", written by rows and read by
/// columns.
SourceText transposeSource(llvm::StringRef Extents);

struct TransposeOptions {
  llvm::StringRef Name = "transpose";
  /// The extents' values.
  llvm::StringRef Extents = "[32][32]";
  /// A launch of the text form, or nothing.
  llvm::StringRef Launch = "launch block 32,32,1 grid 8,8,1 \"t.cu\":8:3\n";
  /// More statements of the body.
  llvm::StringRef More = "";
};

/// The kernel of \p Source, which transposeSource made.
KernelProgram transposeProgram(const SourceText &Source,
                               const TransposeOptions &Options = {});

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_CHECKS_SAMPLES_H
