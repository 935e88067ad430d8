//===- Pages.h - The documentation that agents can read ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_MCP_PAGES_H
#define BANKLINT_LIB_MCP_PAGES_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace banklint::mcp {

/// The result of `resources/list`.
llvm::json::Value listOfPages();

/// The result of `resources/read` for \p Uri; nothing if there is no such page.
std::optional<llvm::json::Value> readPage(llvm::StringRef Uri);

} // namespace banklint::mcp

#endif // BANKLINT_LIB_MCP_PAGES_H
