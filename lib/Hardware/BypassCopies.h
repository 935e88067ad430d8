//===- BypassCopies.h - cp.async.cg -----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_HARDWARE_BYPASSCOPIES_H
#define BANKLINT_LIB_HARDWARE_BYPASSCOPIES_H

#include "banklint/Hardware/Wavefronts.h"

namespace banklint {

/// The cost of an AsyncCopyBypass that has a Source and an active lane.
RequestCost costOfBypassCopy(const Architecture &Arch,
                             const WarpRequest &Request);

} // namespace banklint

#endif // BANKLINT_LIB_HARDWARE_BYPASSCOPIES_H
