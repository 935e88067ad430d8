//===- PointedObjects.h - What the lanes' pointers point to -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_POINTEDOBJECTS_H
#define BANKLINT_LIB_INTERPRETER_VALUES_POINTEDOBJECTS_H

#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Interpreter/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// True if what objectOf says of the constant part of \p Pointer fits in all
/// lanes of \p Mask.
inline bool allObjects(const WarpValue &Pointer, LaneMask Mask,
                       llvm::function_ref<bool(int64_t)> Fits) {
  for (unsigned Lane : Mask)
    if (!Fits(objectOf(Pointer.base(Lane))))
      return false;
  return true;
}

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_POINTEDOBJECTS_H
