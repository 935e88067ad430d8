//===- AllChecks.cpp - The checks by name ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/AllChecks.h"
#include "BankConflict.h"
#include "ConflictThresholds.h"
#include "MemoryLimit.h"
#include "NeedlessPadding.h"
#include "SureFaults.h"
#include "banklint/Checks/ShortNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;

static constexpr llvm::ArrayRef<CheckOption> NoOptions;

static constexpr Check Table[] = {
    {"shared-atomic-contention", CheckKind::Slow,
     "Finds atomic operations on shared memory that serve lanes one after "
     "another because they use one word or one bank.",
     DefiniteConflictOptions, checkConflicts},
    {"shared-bank-conflict", CheckKind::Slow,
     "Finds accesses to shared memory that take more wavefronts than their "
     "width and lanes need.",
     DefiniteConflictOptions, checkConflicts},
    {"shared-memory-limit", CheckKind::Fault,
     "Finds kernels and launches that need more shared memory than a block can "
     "have.",
     NoOptions, checkMemoryLimit},
    {"shared-misaligned-access", CheckKind::Fault,
     "Finds accesses to shared memory whose address is certainly not a "
     "multiple of their width, and shows the lanes that demonstrate it.",
     NoOptions, checkMisalignedAccesses},
    {"shared-needless-padding", CheckKind::Waste,
     "Finds arrays in shared memory whose padding removes no bank conflict, or "
     "causes some.",
     NoOptions, checkNeedlessPadding},
    {"shared-out-of-bounds", CheckKind::Fault,
     "Finds accesses to shared memory that are certainly outside of their "
     "array, and names a thread that makes one.",
     NoOptions, checkOutOfBounds},
    {"shared-possible-atomic-contention", CheckKind::PossiblySlow,
     "Finds atomic operations on shared memory that may serve lanes one after "
     "another, depending on what the source does not state.",
     PossibleConflictOptions, checkConflicts},
    {"shared-possible-bank-conflict", CheckKind::PossiblySlow,
     "Finds accesses to shared memory that may take more wavefronts than their "
     "width and lanes need, depending on what the source does not state.",
     PossibleConflictOptions, checkConflicts},
};

llvm::ArrayRef<Check> banklint::allChecks() { return Table; }

const Check *banklint::findCheck(llvm::StringRef Name) {
  const Check *Found = llvm::find_if(
      Table, [&](const Check &Each) { return Each.Name == Name; });
  return Found == std::end(Table) ? nullptr : Found;
}

/// Has the messages name kernels by ShortNames.
static void shortenNames(Report &R) {
  const ShortNames Short(R);
  for (Finding &F : R.Findings) {
    Short.replaceIn(F.Message);
    for (Note &N : F.Notes)
      Short.replaceIn(N.Message);
    for (Fix &Each : F.Fixes) {
      Short.replaceIn(Each.Description);
      Short.replaceIn(Each.Reason);
    }
  }
}

/// The functions of the checks that \p Run wants, each once.
static llvm::SmallVector<CheckFunction> functionsFor(const CheckRun &Run) {
  llvm::SmallVector<CheckFunction> Functions;
  for (const Check &Each : Table)
    if (Run.isEnabled(Each.Name) && !llvm::is_contained(Functions, Each.Find))
      Functions.push_back(Each.Find);
  return Functions;
}

void banklint::runChecks(Report &R, const CheckRun &Run) {
  for (CheckFunction Find : functionsFor(Run))
    llvm::move(Find(R, Run), std::back_inserter(R.Findings));
  llvm::erase_if(R.Findings, [&Run](const Finding &F) {
    return !Run.isEnabledIn(F.Check, F.At.File);
  });
  sortFindings(R.Findings);
  shortenNames(R);
}
