//===- Golden.h - Outputs kept as files -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_OUTPUT_GOLDEN_H
#define BANKLINT_TEST_UNIT_OUTPUT_GOLDEN_H

#include "llvm/ADT/StringRef.h"

namespace banklint::test {

/// Compares \p Text with the file \p Name in golden/. With
/// BANKLINT_UPDATE_GOLDEN in the environment it writes the file instead, for a
/// reader to look over.
void expectGolden(llvm::StringRef Name, llvm::StringRef Text);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_OUTPUT_GOLDEN_H
