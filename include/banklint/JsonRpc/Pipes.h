//===- Pipes.h - Reading and writing of pipes -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_JSONRPC_PIPES_H
#define BANKLINT_JSONRPC_PIPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace banklint::rpc {

/// A pipe whose ends are closed on destruction.
class Pipe {
public:
  Pipe();
  ~Pipe();
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;

  void closeEnd(unsigned End);

  /// The end to read from and the one to write to; -1 if closed.
  int Ends[2] = {-1, -1};
};

/// Limits the memory of this process to \p MiB, if not 0, and has it leave no
/// core.
void limitMemory(int64_t MiB);

/// Writes all of \p Bytes; false if the reader is gone.
bool writeAll(int Fd, llvm::StringRef Bytes);

/// Reads what there is, waiting for at least one byte; empty at the end.
std::string readSome(int Fd);

} // namespace banklint::rpc

#endif // BANKLINT_JSONRPC_PIPES_H
