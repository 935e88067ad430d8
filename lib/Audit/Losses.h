//===- Losses.h - What accesses lose to conflicts -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_LOSSES_H
#define BANKLINT_LIB_AUDIT_LOSSES_H

#include "banklint/Audit/AuditData.h"

namespace banklint {

/// The blocks of \p Launch, an object of a report or null, with a guess for an
/// unknown grid.
double blocksOf(const llvm::json::Object *Launch);

/// What \p Finding, an element of `findings`, loses; times are not computed.
Loss lossOfFinding(const llvm::json::Object &Finding);

/// The same of \p Access, an entry of a kernel's \p Launch.
Loss lossOfAccess(const llvm::json::Object &Access,
                  const llvm::json::Object &Launch);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_LOSSES_H
