//===- FindingGroups.h - Accesses that conflict together --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several accesses of one array often conflict for one reason, which one change
// of the array fixes: four stores of a vector's members into a column, or a
// load beside its store. A reader wants one finding with all places.
//
// Findings are grouped after all that looks at single places: comments,
// baselines, changed lines.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_FINDINGGROUPS_H
#define BANKLINT_CHECKS_FINDINGGROUPS_H

#include "banklint/Checks/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Makes one finding of those of \p Findings with equal causes, which are in
/// the order of sortFindings and stay so, at the place of the one that costs a
/// block most, the first of equal ones: it has the other places, the costs of a
/// block in sum, and the notes and fixes of that one. Its fingerprint is that
/// of the first of them.
void groupFindings(std::vector<Finding> &Findings);

/// How many findings groupFindings would make of those of \p Findings that
/// \p Counts.
size_t countGroups(
    llvm::ArrayRef<Finding> Findings,
    llvm::function_ref<bool(const Finding &)> Counts = [](const Finding &) {
      return true;
    });

/// "likewise at 12:5 and 13:5": the other places of \p Group, which has some.
/// They are in the file of its own place.
std::string otherPlacesMessage(const Finding &Group);

} // namespace banklint

#endif // BANKLINT_CHECKS_FINDINGGROUPS_H
