//===- ToolCommand.h - Commands for Clang's own tools -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes clang-tidy and others of Clang's tools parse a CUDA file as
// banklint does: a command, and the embedded headers as files.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_FRONTEND_TOOLCOMMAND_H
#define BANKLINT_FRONTEND_TOOLCOMMAND_H

#include "banklint/Frontend/Frontend.h"
#include "banklint/Support/EmbeddedFile.h"

namespace banklint {

/// The command that compiles \p Path in \p Directory with \p Arguments and
/// \p Options, those of parseCudaFile, where \p Headers is a directory with
/// toolHeaders().
std::vector<std::string> toolCommand(llvm::StringRef Path,
                                     const std::vector<std::string> &Arguments,
                                     llvm::StringRef Directory,
                                     const FrontendOptions &Options,
                                     llvm::StringRef Headers);

/// The embedded headers of CUDA.
llvm::ArrayRef<EmbeddedFile> toolHeaders();

} // namespace banklint

#endif // BANKLINT_FRONTEND_TOOLCOMMAND_H
