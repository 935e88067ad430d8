//===- Extents.h - Extents of declared arrays -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_EXTENTS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_EXTENTS_H

#include "Lowering/Emit/SourcePlaces.h"
#include "banklint/Program/KernelProgram.h"
#include "clang/AST/Type.h"
#include <optional>

namespace banklint {

/// The extents of \p Type, which becomes its elements' type, and where \p
/// Written spells them. The first one is 0 if it is not known; nothing if
/// another one is not.
std::optional<std::vector<Extent>>
extentsOf(clang::QualType &Type, const clang::TypeSourceInfo *Written,
          const clang::ASTContext &Context, SourcePlaces &Places);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_EXTENTS_H
