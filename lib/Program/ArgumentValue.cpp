//===- ArgumentValue.cpp - What is known of an argument -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/ArgumentValue.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace banklint;

ArgumentValue ArgumentValue::ofLowBits(unsigned LowBits, uint64_t Rest) {
  ArgumentValue Result;
  Result.LowBits = std::min(LowBits, MaxLowBits);
  Result.Rest = Rest & llvm::maskTrailingOnes<uint64_t>(Result.LowBits);
  return Result;
}

void ArgumentValue::keepCommon(const ArgumentValue &Other) {
  if (*this == Other)
    return;
  const auto Lowest = [](const ArgumentValue &Of) {
    return Of.Number ? ofLowBits(MaxLowBits, uint64_t(*Of.Number)) : Of;
  };
  const ArgumentValue A = Lowest(*this), B = Lowest(Other);
  const unsigned Same = llvm::countr_zero(A.Rest ^ B.Rest);
  *this = ofLowBits(std::min({A.LowBits, B.LowBits, Same}), A.Rest);
}
