//===- CheckNames.cpp - Which checks globs select -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/CheckNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;

/// Only '*' is special, as in clang-tidy.
static bool matches(llvm::StringRef Glob, llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Glob.split(Parts, '*');
  if (!Text.consume_front(Parts.front()))
    return false;
  if (Parts.size() == 1)
    return Text.empty();
  for (llvm::StringRef Part : llvm::ArrayRef(Parts).drop_front().drop_back()) {
    const size_t Position = Text.find(Part);
    if (Position == llvm::StringRef::npos)
      return false;
    Text = Text.drop_front(Position + Part.size());
  }
  return Text.ends_with(Parts.back());
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
