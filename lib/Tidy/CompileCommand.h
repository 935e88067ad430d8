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

/// A Clang command line that shows banklint the CUDA file of \p PP as the
/// command did that \p PP was made from, without the program's name and without
/// the source. clang-tidy hands its checks no command; where it came from, a
/// database, a configuration or "--extra-arg", makes no difference here.
///
/// Left out is what gives Clang itself CUDA's declarations, since banklint
/// brings its own: Clang's wrappers, and banklint's headers as installed.
/// The architecture is known of device passes only, and not if it is Clang's
/// default.
std::vector<std::string> commandBehind(const clang::Preprocessor &PP);

} // namespace banklint

#endif // BANKLINT_LIB_TIDY_COMPILECOMMAND_H
