//===- CheckHarness.h - From kernel programs to findings --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_CHECKS_CHECKHARNESS_H
#define BANKLINT_TEST_UNIT_CHECKS_CHECKHARNESS_H

#include "BankConflict.h"
#include "SourceText.h"

namespace banklint::test {

/// The program that \p Text spells, with its places completed from \p Source:
/// offsets and lengths, and the extents of its arrays as declared there.
KernelProgram programOf(llvm::StringRef Text, const SourceText &Source);

/// A report of \p Programs, all of \p Source, judged for sm_90 but not checked
/// yet.
Report judged(const SourceText &Source, std::vector<KernelProgram> Programs);

/// judged and checked.
Report checked(const SourceText &Source, std::vector<KernelProgram> Programs,
               const CheckRun &Run = {});

/// The findings with their notes and edits, one a line:
///   4:12: warning: load of ...
///   2:20: note: 'tile' is declared ...
///   4:12: detail: the lanes are ... (a note that only --explain shows)
///   fix: pad ... [72+2 "33"]
std::string show(const Report &R);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_CHECKS_CHECKHARNESS_H
