//===- OtherVersion.cpp - A Clang that claims to be older -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loaded in front of clang-tidy's libraries, it makes any clang-tidy another
// one to the module.
//
//===----------------------------------------------------------------------===//

#include <string>

namespace clang {
std::string getClangFullVersion() { return "Debian clang version 18.1.8 (1)"; }
} // namespace clang
