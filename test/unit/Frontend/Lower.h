//===- Lower.h - Programs of CUDA texts -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_FRONTEND_LOWER_H
#define BANKLINT_TEST_UNIT_FRONTEND_LOWER_H

#include "banklint/Frontend/Frontend.h"

namespace banklint::test {

/// What the front end makes of \p Code, a file named "k.cu".
ParsedFile parseCuda(llvm::StringRef Code);

/// The programs of the kernels in \p Code, as text without locations, without
/// the texts of accesses and without the weights of loops. Expects that they
/// verify and that the parser of the text form accepts them.
std::string lower(llvm::StringRef Code);

/// The same, of the body of the one kernel in \p Code: its statements, without
/// the indentation that all have.
std::string lowerBody(llvm::StringRef Code);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_FRONTEND_LOWER_H
