//===- LinearSystem.cpp - Solvability modulo 2^32 -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearSystem.h"
#include <utility>

using namespace banklint;

/// How often 2 divides \p X; 32 for 0.
static unsigned evenness(uint32_t X) {
  unsigned Count = 0;
  while (Count < 32 && !((X >> Count) & 1))
    ++Count;
  return Count;
}

/// The inverse of an odd number modulo 2^32, by Newton's iteration: each step
/// doubles the number of right bits, of which X itself has 3.
static uint32_t inverse(uint32_t X) {
  uint32_t Inverse = X;
  for (unsigned Bits = 3; Bits < 32; Bits *= 2)
    Inverse *= 2 - X * Inverse;
  return Inverse;
}

namespace {

struct Position {
  std::size_t Row;
  std::size_t Column;
};

} // namespace

/// The coefficient that 2 divides the fewest times, from row \p First on.
static Position leastEven(const std::vector<LinearEquation> &Rows,
                          std::size_t First) {
  Position Best = {First, 0};
  unsigned Least = 33;
  for (std::size_t Row = First; Row < Rows.size(); ++Row)
    for (std::size_t Column = 0; Column < Rows[Row].Coefficients.size();
         ++Column)
      if (unsigned E = evenness(Rows[Row].Coefficients[Column]); E < Least) {
        Least = E;
        Best = {Row, Column};
      }
  return Best;
}

bool banklint::isSolvable(std::vector<LinearEquation> Rows) {
  if (Rows.empty())
    return true;
  const std::size_t Columns = Rows[0].Coefficients.size();
  for (std::size_t Done = 0; Done < Rows.size(); ++Done) {
    if (Columns != 0) {
      auto [Row, Column] = leastEven(Rows, Done);
      std::swap(Rows[Done], Rows[Row]);
      const uint32_t Pivot = Rows[Done].Coefficients[Column];
      const unsigned Even = evenness(Pivot);
      // 2^Even divides every coefficient that is left, so it must divide the
      // result, and it can be divided out to eliminate the pivot's unknown.
      if (Even < 32) {
        if (evenness(Rows[Done].Result) < Even)
          return false;
        const uint32_t Inverse = inverse(Pivot >> Even);
        for (std::size_t Other = Done + 1; Other < Rows.size(); ++Other) {
          uint32_t Factor =
              (Rows[Other].Coefficients[Column] >> Even) * Inverse;
          for (std::size_t I = 0; I < Columns; ++I)
            Rows[Other].Coefficients[I] -= Factor * Rows[Done].Coefficients[I];
          Rows[Other].Result -= Factor * Rows[Done].Result;
        }
        continue;
      }
    }
    if (Rows[Done].Result != 0)
      return false;
  }
  return true;
}
