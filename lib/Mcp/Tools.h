//===- Tools.h - What agents can call ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_MCP_TOOLS_H
#define BANKLINT_LIB_MCP_TOOLS_H

#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace banklint::mcp {

/// A run of banklint.
struct Command {
  std::vector<std::string> Arguments;
  /// Its standard input.
  std::string Input;
};

/// The result of `tools/list`.
llvm::json::Value listOfTools();

bool isTool(llvm::StringRef Name);

/// The run that answers a call of the tool \p Name with \p Arguments, an object
/// or null. The error says what is wrong with them.
llvm::Expected<Command> commandOf(llvm::StringRef Name,
                                  const llvm::json::Value &Arguments);

} // namespace banklint::mcp

#endif // BANKLINT_LIB_MCP_TOOLS_H
