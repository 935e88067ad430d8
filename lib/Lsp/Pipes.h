//===- Pipes.h - Reading and writing of pipes -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_PIPES_H
#define BANKLINT_LIB_LSP_PIPES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint::lsp {

/// Writes all of \p Bytes; false if the reader is gone.
bool writeAll(int Fd, llvm::StringRef Bytes);

/// Reads what there is, waiting for at least one byte; empty at the end.
std::string readSome(int Fd);

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_PIPES_H
