//===- MemberUses.h - The members of a struct that are used -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler does not load the members of a struct that nothing uses. Of
// vectors:
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

#include "LocalViews.h"
#include "MemberSizes.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace banklint {

/// The bytes of local variables that something uses, whatever sets them.
class FilledUses {
public:
  /// Nothing if not all uses are understood. Valid until the next call.
  const std::optional<ByteSet> &of(const clang::VarDecl &Variable,
                                   clang::ASTContext &Context);

private:
  llvm::DenseMap<const clang::VarDecl *, std::optional<ByteSet>> Found;
};

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

/// True if \p Used are so many bytes of a struct of \p Type that all are
/// loaded: three elements of four are.
bool readsNearlyAll(const ByteSet &Used, clang::QualType Type,
                    const clang::ASTContext &Context);

/// True if the compiler may load halves of the members of \p Type: of integers
/// of 8 bytes, those bits that matter.
bool mayLoadHalves(clang::QualType Type, const clang::ASTContext &Context);

/// The offset and size of the access that \p Used, the bytes of a struct of
/// \p Type that are used, are loaded by; nothing if that may be several.
std::optional<std::pair<int64_t, unsigned>>
onlyPart(const ByteSet &Used, clang::QualType Type,
         const clang::ASTContext &Context);

/// True if the compiler may load less of a struct to initialize the local
/// variable \p Decl: not all members are surely used, or some are perhaps
/// overwritten before. Nothing if it is not known how the variable is used.
std::optional<bool> mayLoadLess(const clang::VarDecl &Decl,
                                clang::ASTContext &Context);
/// True if it may load less of what is assigned to \p Place, a part of a local
/// variable, as not all of that is surely used; false if it is no such part.
bool mayLoadLessInto(const clang::Expr &Place, clang::ASTContext &Context,
                     FilledUses &Uses);
/// True if it may leave out the load of \p From, which is assigned to \p Place,
/// a part of a local variable: what is executed behind that need not use it.
bool mayBeUnusedIn(const clang::Expr &Place, const clang::Expr &From,
                   clang::ASTContext &Context);
/// True if it may store less of the vector \p From: only members that were
/// overwritten, while the others stay what they were in shared memory.
bool mayStoreLess(const clang::Expr *From, clang::ASTContext &Context);

/// True if all members of the local variable \p Decl, a struct, are surely
/// used, and so near to one another that they are loaded together: read, also
/// in functions that get it or a copy, or copied to memory. Measured: where
/// nothing is used but in branches, or in one with a division or a function of
/// a library, loads move there.
bool usesEveryMember(const clang::VarDecl &Decl, clang::ASTContext &Context);

/// True if all members of \p From, a struct that is assigned, are surely set.
bool setsEveryMember(const clang::Expr *From);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMBERUSES_H
