//===- Options.h - What translated options may be ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_FUZZ_OPTIONS_H
#define BANKLINT_TEST_FUZZ_OPTIONS_H

#include "Harness.h"
#include "banklint/Commands/CommandText.h"

namespace banklint::fuzz {

/// Translates \p Command in each dialect. What comes out must be options that
/// Clang's driver knows, which neither load code nor write files, and no input.
void checkTranslation(llvm::ArrayRef<std::string> Command);

} // namespace banklint::fuzz

#endif // BANKLINT_TEST_FUZZ_OPTIONS_H
