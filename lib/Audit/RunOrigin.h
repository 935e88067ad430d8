//===- RunOrigin.h - What an audit is of -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_RUNORIGIN_H
#define BANKLINT_LIB_AUDIT_RUNORIGIN_H

#include "banklint/Audit/AuditReport.h"

namespace banklint {

/// The project of \p Sources, which are absolute, and its commit: the git
/// checkout around the directory that has all of them, else that directory.
RunOrigin originOf(llvm::ArrayRef<std::string> Sources);

/// What the report \p Document says of its project.
RunOrigin originOf(const llvm::json::Object &Document);

/// The commit that is checked out in the git checkout \p Root; empty if it
/// cannot be read from its files.
std::string checkedOutCommit(llvm::StringRef Root);

/// The present time, as RunOrigin::Date.
std::string currentDate();

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_RUNORIGIN_H
