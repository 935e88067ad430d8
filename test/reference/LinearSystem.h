//===- LinearSystem.h - Solvability modulo 2^32 -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Are there symbol values that give all lanes their addresses? The equations
// are linear with coefficients modulo 2^32, where an odd number has an inverse
// and an even one has not.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_LINEARSYSTEM_H
#define BANKLINT_TEST_REFERENCE_LINEARSYSTEM_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banklint {

/// Coefficients[0] * x0 + Coefficients[1] * x1 + ... = Result modulo 2^32.
struct LinearEquation {
  std::vector<uint32_t> Coefficients;
  uint32_t Result = 0;
};

/// True if some x satisfies all equations. All have the same number of
/// coefficients.
bool isSolvable(std::vector<LinearEquation> Equations);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_LINEARSYSTEM_H
