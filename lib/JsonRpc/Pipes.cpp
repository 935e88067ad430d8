//===- Pipes.cpp - Reading and writing of pipes ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/JsonRpc/Pipes.h"
#include "llvm/Support/Compiler.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace banklint::rpc;

Pipe::Pipe() {
  if (::pipe2(Ends, O_CLOEXEC))
    Ends[0] = Ends[1] = -1;
}

Pipe::~Pipe() {
  closeEnd(0);
  closeEnd(1);
}

void Pipe::closeEnd(unsigned End) {
  if (Ends[End] >= 0)
    ::close(Ends[End]);
  Ends[End] = -1;
}

void banklint::rpc::limitMemory([[maybe_unused]] int64_t MiB) {
  struct rlimit None = {0, 0};
  setrlimit(RLIMIT_CORE, &None);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // The sanitizer reserves most of the address space.
  if (MiB > 0) {
    const rlim_t Bytes = rlim_t(MiB) << 20;
    struct rlimit Limit = {Bytes, Bytes};
    setrlimit(RLIMIT_AS, &Limit);
  }
#endif
}

bool banklint::rpc::writeAll(int Fd, llvm::StringRef Bytes) {
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

std::string banklint::rpc::readSome(int Fd) {
  std::string Bytes(size_t(1) << 16, '\0');
  ssize_t Read;
  do {
    Read = ::read(Fd, Bytes.data(), Bytes.size());
  } while (Read < 0 && errno == EINTR);
  Bytes.resize(Read > 0 ? size_t(Read) : 0);
  return Bytes;
}
