//===- LinearForm.h - A number that all lanes share -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_LINEARFORM_H
#define BANKLINT_LIB_INTERPRETER_VALUES_LINEARFORM_H

#include "banklint/Interpreter/Value.h"
#include <optional>

namespace banklint {

/// Base + Coefficient * Symbol, the same in all lanes.
struct LinearForm {
  std::optional<SymbolId> Symbol;
  int64_t Coefficient = 0;
  int64_t Base = 0;

  uint64_t at(uint64_t SymbolValue) const {
    return uint64_t(Base) + uint64_t(Coefficient) * SymbolValue;
  }
};

/// Nothing if \p Value is of another form in the lanes of \p Mask.
std::optional<LinearForm> linearForm(const WarpValue &Value, LaneMask Mask);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_LINEARFORM_H
