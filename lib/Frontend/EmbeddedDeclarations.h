//===- EmbeddedDeclarations.h - Made by the build ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tool/precompile writes the source that defines this.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_EMBEDDEDDECLARATIONS_H
#define BANKLINT_LIB_FRONTEND_EMBEDDEDDECLARATIONS_H

#include "banklint/Parse/PrecompiledDeclarations.h"

namespace banklint {

/// Those of the dialects in CMakeLists.txt.
llvm::ArrayRef<PrecompiledDeclarations> embeddedDeclarations();

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_EMBEDDEDDECLARATIONS_H
