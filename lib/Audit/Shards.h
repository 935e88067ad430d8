//===- Shards.h - Parts of an audit for several machines --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_SHARDS_H
#define BANKLINT_LIB_AUDIT_SHARDS_H

#include "banklint/Audit/Audit.h"
#include "banklint/Audit/AuditData.h"
#include "banklint/Driver/Run/Analysis.h"

namespace banklint {

/// Drops the units of other shards than that of \p Options; nothing without
/// one. The digest is of all units. Which shard a unit is in depends on its
/// path from \p Root.
std::optional<ShardInfo> takeShard(const AuditOptions &Options,
                                   llvm::StringRef Root,
                                   AnalysisRequest &Request);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_SHARDS_H
