//===- BankQueries.h - The bank calculator's line format --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One query a line, tab-separated:
//
//   id  op  bytes  active mask (hex)  32 comma-separated byte offsets
//
// For the operation 'cpa' a sixth column of 32 offsets states the global
// source. Further columns are ignored; so are empty lines, lines that start
// with '#' and a header line that starts with "id<TAB>".
//
// One answer a query, in the same order:
//
//   id  wavefronts  ideal  ways              equal to the hardware's counter
//   id  wavefronts  ideal  ways  lower-bound the counter may show more
//   id  -           -      -     unknown     no rule is known
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_BANKLINT_BANKS_BANKQUERIES_H
#define BANKLINT_TOOL_BANKLINT_BANKS_BANKQUERIES_H

#include "banklint/Hardware/Wavefronts.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// A parsed line. Id refers to the line's text.
struct BankQuery {
  llvm::StringRef Id;
  WarpRequest Request;
  /// The address is a generic one, so that costs are only lower bounds.
  bool Generic = false;
};

/// Parses one query that \p Arch can execute. The error says what is wrong and
/// what is expected.
llvm::Expected<BankQuery> parseBankQuery(const Architecture &Arch,
                                         llvm::StringRef Line);

/// Answers every query of \p Input on \p Out. A line that cannot be answered
/// gets a message with its number on \p Errors instead, and the others still
/// get their answers. Returns the number of such lines.
unsigned answerBankQueries(const Architecture &Arch, llvm::StringRef Input,
                           llvm::raw_ostream &Out, llvm::raw_ostream &Errors);

} // namespace banklint

#endif // BANKLINT_TOOL_BANKLINT_BANKS_BANKQUERIES_H
