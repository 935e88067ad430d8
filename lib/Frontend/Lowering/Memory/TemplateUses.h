//===- TemplateUses.h - Accesses in templates without instances -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are not known in a template that is never instantiated. What its text
// does to a shared array is: which expressions load and store, also through
// local pointers and references that are made of the array's address.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_TEMPLATEUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_TEMPLATEUSES_H

#include "banklint/Support/MemoryOperation.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace banklint {

/// An access; or a place where an address goes that is not followed further.
struct TemplateUse {
  MemoryOperation Op = MemoryOperation::Load;
  clang::SourceRange Range;
  /// Null if it may be one of several.
  const clang::VarDecl *Array = nullptr;
};

/// What \p Body, of a template, does to the shared variables that \p Names
/// name, in the order of the source.
std::vector<TemplateUse>
usesInTemplate(const clang::Stmt &Body,
               llvm::ArrayRef<const clang::DeclRefExpr *> Names);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_TEMPLATEUSES_H
