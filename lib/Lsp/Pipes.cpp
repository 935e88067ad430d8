//===- Pipes.cpp - Reading and writing of pipes ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipes.h"
#include <cerrno>
#include <unistd.h>

using namespace banklint::lsp;

bool banklint::lsp::writeAll(int Fd, llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Written = ::write(Fd, Bytes.data(), Bytes.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Bytes = Bytes.drop_front(size_t(Written));
  }
  return true;
}

std::string banklint::lsp::readSome(int Fd) {
  std::string Bytes(size_t(1) << 16, '\0');
  ssize_t Read;
  do {
    Read = ::read(Fd, Bytes.data(), Bytes.size());
  } while (Read < 0 && errno == EINTR);
  Bytes.resize(Read > 0 ? size_t(Read) : 0);
  return Bytes;
}
