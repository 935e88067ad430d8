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

static constexpr Check Table[] = {
    {"shared-atomic-contention", CheckKind::Slow},
    {"shared-bank-conflict", CheckKind::Slow},
    {"shared-memory-limit", CheckKind::Fault},
    {"shared-misaligned-access", CheckKind::Fault},
    {"shared-needless-padding", CheckKind::Waste},
    {"shared-out-of-bounds", CheckKind::Fault},
    {"shared-possible-atomic-contention", CheckKind::PossiblySlow},
    {"shared-possible-bank-conflict", CheckKind::PossiblySlow},
};

llvm::ArrayRef<Check> banklint::allChecks() { return Table; }

const Check *banklint::findCheck(llvm::StringRef Name) {
  const Check *Found = llvm::find_if(
      Table, [&](const Check &Each) { return Each.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

void banklint::runChecks(Report &R, const CheckRun &Run) {
  if (Run.isEnabled("shared-memory-limit"))
    checkMemoryLimit(R);
  if (Run.isEnabled("shared-misaligned-access"))
    checkMisalignedAccesses(R);
  if (Run.isEnabled("shared-needless-padding"))
    checkNeedlessPadding(R, Run.Budget);
  if (Run.isEnabled("shared-out-of-bounds"))
    checkOutOfBounds(R);
  llvm::erase_if(R.Findings, [&Run](const Finding &F) {
    return !Run.wants(F.Check, F.At.File, /*Size=*/nullptr);
  });
  checkConflicts(R, Run);
  sortFindings(R.Findings);
}
