//===- UncompiledUses.h - Uses that Clang does not see ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_UNCOMPILEDUSES_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_UNCOMPILEDUSES_H

#include "Lowering/LowerKernel.h"

namespace banklint {

/// Adds to the layout uses of arrays those in code that is not compiled.
void addUncompiledUses(LoweredKernel &Lowered);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_UNCOMPILEDUSES_H
