//===- PrecompileMain.cpp - Clang's form of the declarations --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   banklint-precompile DIRECTORY DIALECT...
//
// A part of the build.
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/Precompile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

int main(int Count, const char **Values) {
  if (Count < 3) {
    llvm::errs() << "usage: banklint-precompile DIRECTORY DIALECT...\n";
    return 2;
  }
  llvm::Error Error = banklint::precompileDeclarations(
      Values[1], std::vector<std::string>(Values + 2, Values + Count));
  if (!Error)
    return 0;
  llvm::WithColor::error() << llvm::toString(std::move(Error)) << "\n";
  return 1;
}
