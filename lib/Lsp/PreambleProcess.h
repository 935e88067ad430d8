//===- PreambleProcess.h - Parses headers ahead -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making a preamble takes as long as parsing without one. It is made in a
// process of its own, from which it comes through a pipe, so that no analysis
// waits for it, and that headers that crash Clang do no harm. The worker that
// began it may be replaced meanwhile: its successor goes on reading.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_PREAMBLEPROCESS_H
#define BANKLINT_LIB_LSP_PREAMBLEPROCESS_H

#include "banklint/JsonRpc/Pipes.h"
#include "banklint/JsonRpc/Transport.h"
#include "banklint/Parse/Preamble.h"
#include <memory>

namespace banklint::lsp {

class PreambleProcess {
public:
  bool isBusy() const { return Result != nullptr; }
  /// Starts making the preamble of \p Source with at most \p MiB of memory, if
  /// not 0. Not while one is made.
  void begin(const PreambleSource &Source, int64_t MiB);
  /// Readable when there is something for receive; -1 if not busy.
  int fd() const { return Result ? Result->Ends[0] : -1; }
  /// Reads what there is; the preamble once all of it is there. If its process
  /// crashed, one without contents, which stands until its source changes.
  std::optional<Preamble> receive();

private:
  std::string Key;
  std::unique_ptr<Pipe> Result;
  rpc::MessageDecoder Decoder;
  std::vector<std::string> Contents;
};

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_PREAMBLEPROCESS_H
