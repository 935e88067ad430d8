//===- Includers.h - Sources that are parts of others -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some `.cu` files are headers: they do not parse alone, and other sources
// include them. What they declare is analyzed there.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_INCLUDERS_H
#define BANKLINT_LIB_AUDIT_INCLUDERS_H

#include "UnitDocument.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace banklint {

/// For each unit that does not parse without errors: the first of the others
/// that does and that reads its source, by number. \p Supplements are those of
/// \p Units.
std::vector<std::optional<size_t>>
findIncluders(llvm::ArrayRef<Unit> Units,
              llvm::ArrayRef<UnitSupplement> Supplements);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_INCLUDERS_H
