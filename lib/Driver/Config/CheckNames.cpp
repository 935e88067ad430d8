//===- CheckNames.cpp - Which checks globs select -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/CheckNames.h"
#include "llvm/Support/GlobPattern.h"

using namespace banklint;

static bool matches(llvm::StringRef Glob, llvm::StringRef Text) {
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (Pattern)
    return Pattern->match(Text);
  llvm::consumeError(Pattern.takeError());
  return false;
}

bool banklint::isSelected(llvm::StringRef Globs, llvm::StringRef Check) {
  bool Result = false;
  while (!Globs.empty()) {
    const size_t End = Globs.find_first_of(",\n");
    llvm::StringRef Glob = Globs.substr(0, End).trim();
    Globs = End == llvm::StringRef::npos ? "" : Globs.drop_front(End + 1);
    const bool IsExcluding = Glob.consume_front("-");
    if (matches(Glob.ltrim(), Check))
      Result = !IsExcluding;
  }
  return Result;
}
