//===- ApplyComments.h - NOLINT comments and findings -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_APPLYCOMMENTS_H
#define BANKLINT_DRIVER_FILTER_APPLYCOMMENTS_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Files/SourceTexts.h"

namespace banklint {

/// Moves findings that a comment suppresses to Report::Suppressed. Returns
/// findings about the comments themselves, in files with other findings:
/// "banklint-nolint" of a begin without end or an end without begin.
std::vector<Finding> suppressByComments(Report &R, const SourceTexts &Sources);

/// Findings "banklint-unused-nolint" of \p R, as suppressByComments left it:
/// globs of a comment's list that name checks of which the comment suppresses
/// nothing. Only in files that were analyzed without errors, and only globs
/// that name nothing but checks enabled by \p IsEnabled; "*" and "cuda-*" name
/// no check.
std::vector<Finding> findUnusedComments(const Report &R,
                                        const SourceTexts &Sources,
                                        EnabledChecks IsEnabled);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_APPLYCOMMENTS_H
