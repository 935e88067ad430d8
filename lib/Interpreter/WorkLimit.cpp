//===- WorkLimit.cpp - A limit for many executions ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/WorkLimit.h"
#include "banklint/Support/ThreadTime.h"
#include <algorithm>
#include <limits>

using namespace banklint;

WorkLimit::WorkLimit(uint64_t Units, std::chrono::milliseconds Time)
    : Left(Units ? Units : std::numeric_limits<uint64_t>::max()) {
  if (Time.count() != 0)
    End = threadTime() + Time;
}

bool WorkLimit::spend(uint64_t Units) {
  if (Units > left())
    return false;
  const uint64_t OfGranted = std::min(Granted, Units);
  Granted -= OfGranted;
  Left -= Units - OfGranted;
  return true;
}

/// Grants the next units, and spends one of them.
bool WorkLimit::grant() {
  // Reading the clock takes about as long as a statement.
  constexpr uint64_t BetweenReadings = 1 << 10;
  IsOutOfTime |= End.count() != 0 && !IsReached && threadTime() > End;
  IsReached |= IsOutOfTime || Left == 0;
  if (IsReached)
    return false;
  Granted = std::min(Left, BetweenReadings);
  Left -= Granted;
  --Granted;
  return true;
}
