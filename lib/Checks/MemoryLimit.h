//===- MemoryLimit.h - The check shared-memory-limit ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_MEMORYLIMIT_H
#define BANKLINT_LIB_CHECKS_MEMORYLIMIT_H

#include "banklint/Checks/CheckRun.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// Kernels whose arrays are more than a block can have without asking, and
/// launches that ask for more than they can get. A run in which something might
/// raise the limit, or might not make a launch because of it, has no findings
/// of launches between the two limits.
std::vector<Finding> checkMemoryLimit(const Report &R, const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_MEMORYLIMIT_H
