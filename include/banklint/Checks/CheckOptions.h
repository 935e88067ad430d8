//===- CheckOptions.h - Options of checks -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check has options, mostly thresholds, that a configuration can set. Their
// full names are "check.Option". The table of checks has them with their
// defaults; docs/configuration.md describes them to users.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_CHECKOPTIONS_H
#define BANKLINT_CHECKS_CHECKOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace banklint {

struct CheckOption {
  /// Without the check's name.
  llvm::StringLiteral Name;
  /// "true" and "false" make the option a flag, a number makes it a number.
  llvm::StringLiteral Default;
};

/// Values by full name.
using CheckOptionValues = std::map<std::string, std::string>;

/// All options of all checks with their defaults.
const CheckOptionValues &defaultCheckOptions();

/// What is wrong with \p Value of option \p Name, a full name, or nothing.
/// "unknown option" names the nearest that there is.
std::string problemOfOption(llvm::StringRef Name, llvm::StringRef Value);

/// The number that \p Values have for \p Option of \p Check; 0 without one.
uint32_t numberOf(const CheckOptionValues &Values, llvm::StringRef Check,
                  llvm::StringRef Option);

/// True if \p Values set the flag \p Option of \p Check.
bool isSet(const CheckOptionValues &Values, llvm::StringRef Check,
           llvm::StringRef Option);

} // namespace banklint

#endif // BANKLINT_CHECKS_CHECKOPTIONS_H
