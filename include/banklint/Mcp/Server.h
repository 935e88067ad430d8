//===- Server.h - The server for coding agents ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Model Context Protocol over a pair of pipes. A call of a tool is a run of
// the program banklint, whose options are the tool's arguments: the server
// itself analyzes nothing, so that no source can crash or stop it, and its
// answers are what the command line prints.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_MCP_SERVER_H
#define BANKLINT_MCP_SERVER_H

#include <chrono>
#include <cstdint>
#include <string>

namespace banklint::mcp {

struct ServerOptions {
  /// Where messages come from and go to.
  int Input = 0;
  int Output = 1;
  /// The program banklint.
  std::string Program;
  std::string Version;
  /// Of one call, by the clock; then the program is killed.
  std::chrono::seconds TimeLimit{120};
  /// Address space of a call in MiB; 0 means no limit.
  int64_t MemoryLimit = 8192;
  /// Of the text that answers a call.
  size_t MaxAnswerBytes = 16384;
};

/// Serves until the input ends and all calls are answered, or until nobody
/// reads the answers. Returns the program's exit status: 0 unless the input is
/// no stream of messages.
int runServer(const ServerOptions &Options);

} // namespace banklint::mcp

#endif // BANKLINT_MCP_SERVER_H
