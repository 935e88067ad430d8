//===- ColorScope.h - Colored ranges of a text ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An option decides whether writers use colors, never the kind of stream:
// strings and files must have the same contents everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_COLORSCOPE_H
#define BANKLINT_LIB_OUTPUT_COLORSCOPE_H

#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// During its lifetime, \p OS obeys changeColor if and only if \p UseColor.
class ColorMode {
public:
  ColorMode(llvm::raw_ostream &OS, bool UseColor);
  ~ColorMode();
  ColorMode(const ColorMode &) = delete;
  ColorMode &operator=(const ColorMode &) = delete;

private:
  llvm::raw_ostream &OS;
  bool Before;
};

/// During its lifetime, \p OS writes in the given color.
class ColorScope {
public:
  ColorScope(llvm::raw_ostream &OS, llvm::raw_ostream::Colors Color,
             bool Bold = true);
  ~ColorScope();
  ColorScope(const ColorScope &) = delete;
  ColorScope &operator=(const ColorScope &) = delete;

private:
  llvm::raw_ostream &OS;
};

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_COLORSCOPE_H
