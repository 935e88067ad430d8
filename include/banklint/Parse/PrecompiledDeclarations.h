//===- PrecompiledDeclarations.h - Not parsed again -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The embedded declarations of CUDA are the same for nearly every file. The
// build has Clang parse them once for each common dialect and embeds what Clang
// stores of them, a precompiled header. A file that would read them in the same
// way loads from there what it names, and others parse their text. Answers are
// the same either way.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_PRECOMPILEDDECLARATIONS_H
#define BANKLINT_PARSE_PRECOMPILEDDECLARATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class CompilerInstance;
}

namespace banklint {

/// One precompiled form of the declarations.
struct PrecompiledDeclarations {
  /// The declarationsKey of the parse that it was made by.
  llvm::StringRef Key;
  /// The file that Clang wrote. A zero byte follows it, and it starts at a
  /// multiple of 16 bytes.
  llvm::StringRef Contents;
};

/// All that the meaning of the declarations depends on: parses with the same
/// key read them alike. These are Clang's version, the language, the macros
/// that it predefines, but for __CUDA_ARCH__, which the declarations do not
/// mention, and those macros of the command line that they mention. Nothing if
/// the declarations do not come first.
///
/// \p Compiler has its preprocessor but has read nothing yet.
std::optional<std::string> declarationsKey(clang::CompilerInstance &Compiler);

/// Has \p Compiler, as above, which reads what withEmbedded made, load one of
/// \p Forms instead of parsing the declarations; if none has the key, does
/// nothing.
void loadDeclarations(clang::CompilerInstance &Compiler,
                      llvm::ArrayRef<PrecompiledDeclarations> Forms);

} // namespace banklint

#endif // BANKLINT_PARSE_PRECOMPILEDDECLARATIONS_H
