//===- MemberSizes.h - Of what sizes a struct is made -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_MEMBERSIZES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_MEMBERSIZES_H

#include "banklint/Compiler/LoadUses.h"
#include "clang/AST/Type.h"

namespace banklint {

/// True if a struct of \p Type consists of numbers and pointers of one size, 4
/// or 8 bytes, and nothing else.
bool hasMembersOfOneSize(clang::QualType Type,
                         const clang::ASTContext &Context);

/// True if a struct of \p Type is aligned to its size of at most 16 bytes and
/// has two or four members of one size: float4.
bool isVector(clang::QualType Type, const clang::ASTContext &Context);

/// True if \p Used are so many bytes of a struct of \p Type that all are
/// loaded: three elements of four are.
bool readsNearlyAll(const ByteSet &Used, clang::QualType Type,
                    const clang::ASTContext &Context);

/// True if the compiler may load halves of the members of \p Type: of integers
/// of 8 bytes, those bits that matter.
bool mayLoadHalves(clang::QualType Type, const clang::ASTContext &Context);

/// The offset and size of each access that \p Used, the bytes of a struct of
/// \p Type that are used, are loaded by; none if that is not known.
std::vector<std::pair<int64_t, unsigned>>
loadedParts(const ByteSet &Used, clang::QualType Type,
            const clang::ASTContext &Context);

/// The bytes of the widest number or pointer in \p Type, 0 if it has none.
unsigned widestElement(clang::QualType Type, const clang::ASTContext &Context);

/// The member of a struct of \p Type at \p Offset, as it is spelled behind the
/// struct: ".rows[2].x".
std::string memberAt(clang::QualType Type, int64_t Offset,
                     const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_MEMBERSIZES_H
