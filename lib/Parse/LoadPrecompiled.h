//===- LoadPrecompiled.h - A precompiled header for a parse -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PARSE_LOADPRECOMPILED_H
#define BANKLINT_LIB_PARSE_LOADPRECOMPILED_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
}

namespace banklint {

/// Has \p Compiler, which reads what withEmbedded made and has its preprocessor
/// but has read nothing yet, load \p Contents, Clang's precompiled header with
/// a zero byte behind it. \p Name tells it from other files.
void loadPrecompiled(clang::CompilerInstance &Compiler, llvm::StringRef Name,
                     llvm::StringRef Contents);

} // namespace banklint

#endif // BANKLINT_LIB_PARSE_LOADPRECOMPILED_H
