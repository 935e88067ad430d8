//===- SarifRules.h - The checks as rules of SARIF --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_SARIFRULES_H
#define BANKLINT_LIB_OUTPUT_SARIFRULES_H

#include "banklint/Checks/Report.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// The names of all checks and of those that findings of \p R have, sorted.
std::vector<std::string> ruleNames(const Report &R);

/// Writes the attributes of the reportingDescriptor of \p Check.
void writeRule(llvm::StringRef Check, llvm::StringRef DocumentationUrl,
               llvm::json::OStream &J);

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_SARIFRULES_H
