//===- Destructors.h - What the end of an object changes --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_DESTRUCTORS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_DESTRUCTORS_H

#include "clang/AST/Type.h"

namespace banklint {

/// True unless the destructor of \p Type is known to change no integers but
/// those of the object itself.
bool mayChangeOthers(clang::QualType Type);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_DESTRUCTORS_H
