//===- BankMapAnswer.h - The bank map of the access at a place --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_BANKMAPANSWER_H
#define BANKLINT_LIB_LSP_BANKMAPANSWER_H

#include "DocumentView.h"

namespace banklint::lsp {

/// {"title", "maps", "requests"} of the access at \p At, null if none is there.
/// docs/editors.md describes the form.
llvm::json::Value bankMapAt(const DocumentView &View, const Position &At);

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_BANKMAPANSWER_H
