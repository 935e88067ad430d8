//===- ArithmeticTest.cpp - Affine forms of results -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include <gtest/gtest.h>

using namespace banklint;

namespace {

/// The coefficient that differs between lanes, in \p Lane, if there is one.
int64_t varyingCoefficient(const WarpValue &Value, unsigned Lane) {
  for (const SymbolTerm &Term : Value.terms())
    if (Term.coefficient(0) != Term.coefficient(1))
      return Term.coefficient(Lane);
  return 0;
}

TEST(Arithmetic, ProductsOfWhatLanesShare) {
  for (const char *Product : {"(n + (3 * i32(threadIdx.x))) * m",
                              "m * (n + (3 * i32(threadIdx.x)))"}) {
    SCOPED_TRACE(Product);
    const Event E = eventOf(
        "load 4 &a.bytes(i64(" + std::string(Product) + ") * 4:i64)", Warp);
    EXPECT_EQ(E.Address.affine(), LaneMask::all());
    // n * m is a symbol of its own, which all lanes share.
    EXPECT_EQ(E.Address.terms().size(), 2u);
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      EXPECT_EQ(varyingCoefficient(E.Address, Lane), 12 * int64_t(Lane));
  }
}

TEST(Arithmetic, ProductsOfLanesAreNotKnown) {
  const Event E =
      eventOf("load 4 &a.bytes(i64((n * i32(threadIdx.x)) * m) * 4:i64)", Warp);
  EXPECT_EQ(E.Address.affine(), LaneMask(1)) << "but for lane 0, which has 0";
}

} // namespace
