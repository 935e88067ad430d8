//===- ReadReport.h - Reports as files -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_READREPORT_H
#define BANKLINT_LIB_AUDIT_READREPORT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// The JSON report in \p File. Errors name the file, and the place in it where
/// there is one.
llvm::Expected<llvm::json::Object> readReport(llvm::StringRef File);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_READREPORT_H
