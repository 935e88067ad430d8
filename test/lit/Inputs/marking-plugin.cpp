//===- marking-plugin.cpp - Leaves a mark when it is loaded ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands for any code that a compilation database could name. Merely loading it
// writes the file that the environment names.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>

[[gnu::constructor]] static void leaveMark() {
  const char *Path = std::getenv("BANKLINT_MARK");
  if (std::FILE *File = Path ? std::fopen(Path, "w") : nullptr)
    std::fclose(File);
}
