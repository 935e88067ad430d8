//===- CompileCommand.h - The command behind a preprocessor -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_TIDY_COMPILECOMMAND_H
#define BANKLINT_LIB_TIDY_COMPILECOMMAND_H

#include "clang/Lex/Preprocessor.h"
#include <string>
#include <vector>

namespace banklint {

/// A Clang command line that parses the CUDA file of \p PP as the command of
/// \p PP does, without the program's name and without the source. clang-tidy
/// does not pass the command to its checks; whether it came from a database, a
/// configuration or "--extra-arg" makes no difference here.
///
/// Options that give Clang itself the CUDA declarations are omitted, because
/// banklint has its own: Clang's wrappers, and banklint's installed headers.
/// The architecture is known only in device passes, and not if it is Clang's
/// default.
std::vector<std::string> commandBehind(const clang::Preprocessor &PP);

} // namespace banklint

#endif // BANKLINT_LIB_TIDY_COMPILECOMMAND_H
