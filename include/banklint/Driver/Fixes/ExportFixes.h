//===- ExportFixes.h - Fixes for clang-apply-replacements -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FIXES_EXPORTFIXES_H
#define BANKLINT_DRIVER_FIXES_EXPORTFIXES_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Fixes/FixPlan.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes the findings of \p R in the YAML that clang-tidy's --export-fixes
/// writes, with absolute paths. Of their fixes, those of \p Plan are written,
/// each with the finding that it was chosen for, because
/// clang-apply-replacements applies all fixes that it reads.
void exportFixes(const Report &R, const FixPlan &Plan,
                 const SourceTexts &Sources, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_DRIVER_FIXES_EXPORTFIXES_H
