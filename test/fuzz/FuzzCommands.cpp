//===- FuzzCommands.cpp - Arbitrary options for nvcc ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace banklint;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  // Databases with such a character are refused, and no argument has one.
  if (Text.contains('\0'))
    return 0;
  fuzz::checkTranslation(splitShellWords(Text));
  fuzz::checkTranslation(splitOptionsFile(Text));
  return 0;
}
