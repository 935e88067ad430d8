//===- FuzzPlanted.cpp - A fuzzer with a bug to find ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows that a run of a fuzzer mutates its seeds and fails if one is bad.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace banklint;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  fuzz::require(!Text.contains("[33]"), "this was planted");
  return 0;
}
