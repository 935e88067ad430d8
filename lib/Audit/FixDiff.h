//===- FixDiff.h - A fix as changed lines -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_FIXDIFF_H
#define BANKLINT_LIB_AUDIT_FIXDIFF_H

#include "banklint/Checks/Finding.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// `findings[].fixes[].diff`: the lines that the edits of \p F change, before
/// and after, with what is around them.
llvm::json::Array diffOf(const Fix &F, const SourceTexts &Sources);

/// `findings[].excerpt`: the lines around \p At; null if it has no text.
llvm::json::Value excerptAt(const Place &At, const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_FIXDIFF_H
