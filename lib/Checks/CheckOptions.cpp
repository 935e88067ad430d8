//===- CheckOptions.cpp - Options of checks -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/CheckOptions.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Support/Wording.h"
#include <vector>

using namespace banklint;

static std::string fullName(llvm::StringRef Check, llvm::StringRef Option) {
  return Check.str() + "." + Option.str();
}

const CheckOptionValues &banklint::defaultCheckOptions() {
  static const CheckOptionValues Defaults = [] {
    CheckOptionValues Values;
    for (const Check &Each : allChecks())
      for (const CheckOption &Option : Each.Options)
        Values[fullName(Each.Name, Option.Name)] = Option.Default.str();
    return Values;
  }();
  return Defaults;
}

static bool isTruth(llvm::StringRef Text) {
  return Text == "true" || Text == "false";
}

std::string banklint::problemOfOption(llvm::StringRef Name,
                                      llvm::StringRef Value) {
  const CheckOptionValues &Defaults = defaultCheckOptions();
  auto Known = Defaults.find(Name.str());
  if (Known == Defaults.end()) {
    std::vector<llvm::StringRef> Names;
    for (const auto &Each : Defaults)
      Names.push_back(Each.first);
    return "unknown option '" + Name.str() + "'" + didYouMean(Name, Names);
  }
  uint32_t Number;
  if (isTruth(Known->second) ? isTruth(Value) : !Value.getAsInteger(10, Number))
    return "";
  return "invalid value '" + Value.str() + "' for option '" + Name.str() +
         "'; expected " +
         (isTruth(Known->second) ? "true or false" : "a number");
}

static llvm::StringRef valueOf(const CheckOptionValues &Values,
                               llvm::StringRef Check, llvm::StringRef Option) {
  auto Found = Values.find(fullName(Check, Option));
  return Found == Values.end() ? "" : llvm::StringRef(Found->second);
}

uint32_t banklint::numberOf(const CheckOptionValues &Values,
                            llvm::StringRef Check, llvm::StringRef Option) {
  uint32_t Number = 0;
  valueOf(Values, Check, Option).getAsInteger(10, Number);
  return Number;
}

bool banklint::isSet(const CheckOptionValues &Values, llvm::StringRef Check,
                     llvm::StringRef Option) {
  return valueOf(Values, Check, Option) == "true";
}
