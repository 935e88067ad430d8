//===- RequestTable.h - Requests that bank maps share -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bank maps as JSON. Most rounds of most findings make one of a few requests,
// so that maps name them by number and a table has each once.
// docs/json-report.md describes the fields.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_REQUESTTABLE_H
#define BANKLINT_OUTPUT_REQUESTTABLE_H

#include "banklint/Checks/Finding.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace banklint {

class RequestTable {
public:
  /// `findings[].maps`: Finding::Maps, whose requests are entered.
  llvm::json::Array mapsOf(const Finding &F);
  /// `audit.requests`: those entered so far, which stay where they are.
  const llvm::json::Array &requests() const { return Requests; }

private:
  size_t numberOf(const MapRound &Round);

  llvm::json::Array Requests;
  /// By what the entry's text is.
  std::map<std::string, size_t> Numbers;
};

} // namespace banklint

#endif // BANKLINT_OUTPUT_REQUESTTABLE_H
