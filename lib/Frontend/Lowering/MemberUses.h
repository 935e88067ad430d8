//===- MemberUses.h - The members of a vector that are used -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler does not load the members of a vector that nothing uses:
//
//   const float4 v = s[i];
//   out[i] = v.x + v.y;
//
// is one load of 8 bytes, as it is for the last two members. For three members
// or all it is one of 16 bytes, and else there is one of 4 bytes for each.
//
// docs/hardware-model.md says how this was measured.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMBERUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMBERUSES_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace banklint {

/// A part of a vector that is loaded at once.
struct LoadedPart {
  /// Its first member.
  const clang::FieldDecl *First;
  /// A type of its size.
  clang::QualType Type;
  /// ".x" or ".x and .y", for messages.
  std::string Text;
};

/// The parts of a vector in shared memory that are loaded to initialize the
/// local variable \p Decl of its type. Nothing if that is the whole, or if it
/// is not known how the variable is used.
std::optional<llvm::SmallVector<LoadedPart, 4>>
loadedParts(const clang::VarDecl &Decl, clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMBERUSES_H
