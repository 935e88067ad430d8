//===- Process.h - A program that runs for a call ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_MCP_PROCESS_H
#define BANKLINT_LIB_MCP_PROCESS_H

#include "Tools.h"
#include "banklint/JsonRpc/Pipes.h"
#include <memory>
#include <optional>
#include <sys/types.h>

namespace banklint::mcp {

/// What is kept of each of its outputs; the rest is read and dropped.
constexpr size_t MaxOutputBytes = size_t(1) << 20;

class Process {
public:
  /// Starts \p Program. It gets at most \p MiB of address space if that is not
  /// 0, and dies with this process.
  static llvm::Expected<std::unique_ptr<Process>>
  start(const std::string &Program, const Command &Of, int64_t MiB);
  /// Kills it if it still runs.
  ~Process();
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  void kill();

  /// Its standard output and error, to read from; -1 once they have ended.
  int fd(unsigned Stream) const { return Pipes[Stream].Ends[0]; }
  /// Reads what there is; blocks until there is something.
  void read(unsigned Stream);
  const std::string &output(unsigned Stream) const { return Texts[Stream]; }
  /// The lines that were read of it and not kept.
  size_t droppedLines(unsigned Stream) const { return Dropped[Stream]; }
  /// The exit status if it has ended, negative if a signal ended it. Blocks if
  /// it has closed its outputs and not ended.
  std::optional<int> status();

private:
  Process() = default;

  pid_t Id = -1;
  rpc::Pipe Pipes[2];
  std::string Texts[2];
  size_t Dropped[2] = {0, 0};
};

} // namespace banklint::mcp

#endif // BANKLINT_LIB_MCP_PROCESS_H
