//===- ColorScope.cpp - Coloured stretches of a text ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColorScope.h"

using namespace banklint;

ColorMode::ColorMode(llvm::raw_ostream &OS, bool UseColor)
    : OS(OS), Before(OS.colors_enabled()) {
  OS.enable_colors(UseColor);
}

ColorMode::~ColorMode() { OS.enable_colors(Before); }

ColorScope::ColorScope(llvm::raw_ostream &OS, llvm::raw_ostream::Colors Color,
                       bool Bold)
    : OS(OS) {
  OS.changeColor(Color, Bold);
}

ColorScope::~ColorScope() { OS.resetColor(); }
