//===- BankMapText.h - A request drawn bank by bank -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_BANKMAPTEXT_H
#define BANKLINT_OUTPUT_BANKMAPTEXT_H

#include "banklint/Checks/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Draws how the banks serve \p W: for each phase, the number of words of each
/// bank, and the lanes and words of the worst bank.
void drawBankMap(const Witness &W, const RequestCost &Cost, bool UseColor,
                 llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_BANKMAPTEXT_H
