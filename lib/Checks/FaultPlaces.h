//===- FaultPlaces.h - Where accesses surely are wrong ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FAULTPLACES_H
#define BANKLINT_LIB_CHECKS_FAULTPLACES_H

#include "Occurrence.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace banklint {

/// A place in the source whose accesses are wrong.
struct FaultPlace {
  /// The first of its verdicts that is.
  Occurrence First;
  bool HasSeveralKernels = false;
};

/// The first lane of \p O that surely leaves its array; null if none does.
const SureAddress *strayLaneOf(const Occurrence &O);

/// The places of \p R for which \p IsFaulty holds in a launch that is no
/// assumption, sorted by file, line and column. Host code that banklint follows
/// on several ways may combine what never comes together, so all that it finds
/// at one launch site must agree.
std::vector<FaultPlace>
findSureFaults(const Report &R,
               llvm::function_ref<bool(const Occurrence &)> IsFaulty);

/// The launches of \p Kernel that surely access what they must not, though
/// another one of the same site does not: they may combine what never comes
/// together.
llvm::SmallPtrSet<const LaunchReport *, 4>
findDoubtfulLaunches(const KernelReport &Kernel);

/// "thread (31, 0, 0)".
std::string threadWords(const Occurrence &O, const SureAddress &At);

/// Notes on the calls that lead to the access, on the array, and on the launch.
void addFaultNotes(const FaultPlace &Found, unsigned Array,
                   const std::string &AboutArray, Finding &F);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FAULTPLACES_H
