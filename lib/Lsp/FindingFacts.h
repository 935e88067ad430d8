//===- FindingFacts.h - Diagnostics and fixes for an editor -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_FINDINGFACTS_H
#define BANKLINT_LIB_LSP_FINDINGFACTS_H

#include "DocumentView.h"

namespace banklint::lsp {

using SourceProblems = decltype(UnitResult::Problems);

/// Adds the diagnostics of the findings in the document and of \p Problems, and
/// the actions.
void addFindingFacts(const DocumentView &View, const SourceProblems &Problems,
                     Facts &Said);

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_FINDINGFACTS_H
