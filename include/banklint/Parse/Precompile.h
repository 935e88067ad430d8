//===- Precompile.h - Clang's form of the declarations ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_PRECOMPILE_H
#define BANKLINT_PARSE_PRECOMPILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace banklint {

/// Has Clang precompile the embedded declarations for each of \p Dialects, a
/// value of -std, with assertions and without them, into \p Directory, an
/// absolute path. Writes there EmbeddedDeclarations.cpp, the source that embeds
/// them. A part of the build.
llvm::Error precompileDeclarations(llvm::StringRef Directory,
                                   llvm::ArrayRef<std::string> Dialects);

} // namespace banklint

#endif // BANKLINT_PARSE_PRECOMPILE_H
