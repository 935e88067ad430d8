//===- AllChecks.cpp - The checks by name ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/BankConflict.h"
#include "banklint/Checks/MemoryLimit.h"
#include "banklint/Checks/NeedlessPadding.h"
#include "banklint/Checks/SureFaults.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static void runMemoryLimit(Report &R, const InterpreterBudget &) {
  checkMemoryLimit(R);
}

static void runMisaligned(Report &R, const InterpreterBudget &) {
  checkMisalignedAccesses(R);
}

static void runOutOfBounds(Report &R, const InterpreterBudget &) {
  checkOutOfBounds(R);
}

static constexpr Check Table[] = {
    {"shared-atomic-contention", CheckKind::Slow, checkAtomicContention},
    {"shared-bank-conflict", CheckKind::Slow, checkBankConflicts},
    {"shared-memory-limit", CheckKind::Fault, runMemoryLimit},
    {"shared-misaligned-access", CheckKind::Fault, runMisaligned},
    {"shared-needless-padding", CheckKind::Waste, checkNeedlessPadding},
    {"shared-out-of-bounds", CheckKind::Fault, runOutOfBounds},
};

llvm::ArrayRef<Check> banklint::allChecks() { return Table; }

const Check *banklint::findCheck(llvm::StringRef Name) {
  const Check *Found = llvm::find_if(
      Table, [&](const Check &Each) { return Each.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

void banklint::runChecks(Report &R, const InterpreterBudget &Budget,
                         llvm::function_ref<bool(llvm::StringRef)> IsSelected) {
  for (const Check &Each : Table)
    if (IsSelected(Each.Name))
      Each.Run(R, Budget);
  sortFindings(R.Findings);
}
