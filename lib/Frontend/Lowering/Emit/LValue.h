//===- LValue.h - Where an lvalue is ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_LVALUE_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_LVALUE_H

#include "banklint/Program/KernelProgram.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <map>

namespace banklint {

/// Where an lvalue is.
struct LValue {
  enum PlaceKind {
    /// Program variable number Index.
    Variable,
    /// Local record number Index, Bytes and (if valid) Inner into it.
    Record,
    /// Shared array number Index, at Subscripts and Inner bytes further.
    Shared,
    /// Behind a pointer that may point into shared memory: Address.
    Pointer,
    /// Kernel parameter number Index.
    Parameter,
    /// threadIdx and its like: Name says which, its member is still to come.
    Coordinates,
    /// One of their members, see Component.
    Member,
    /// Alternatives[0] where Address (a bool that nothing changes) is not 0,
    /// else Alternatives[1]. Neither is Shared or Pointer.
    Choice,
    /// Memory that is not shared, or a value that is not tracked. Operands are
    /// what its place depends on.
    Untracked,
  };
  PlaceKind Kind = Untracked;
  unsigned Index = 0;
  int64_t Bytes = 0;
  llvm::SmallVector<ExprId, 3> Subscripts;
  /// Shared, Record: bytes (an i64); invalid for 0.
  ExprId Inner;
  /// Record: the type of as many bytes as the bit-field that it is fills; null
  /// for all else.
  clang::QualType BitField;
  /// Record: the bytes [first, second) that a subscript stays in, those of an
  /// array; nothing: it may go anywhere in the record.
  std::optional<std::pair<int64_t, int64_t>> Within;
  ExprId Address;
  banklint::Builtin Component = banklint::Builtin::ThreadIdxX;
  llvm::StringRef Name;
  llvm::SmallVector<ExprId, 2> Operands;
  std::vector<LValue> Alternatives;
  /// Untracked: it may differ by lane even if Operands do not.
  bool IsDivergent = true;
  /// Untracked: Operands are a pointer and the bytes from there.
  bool IsPointee = false;
  /// Untracked: a local variable, or a part of one.
  bool IsLocal = false;
  /// Untracked: the number of the local variable that it is, if it is all of
  /// one that no pointer or reference leads to.
  std::optional<unsigned> Local;
  /// Untracked: what it holds may be set through a pointer.
  bool IsEscaped = false;
  Reason Why;

  /// True if it is in shared memory, or may be.
  bool isMemory() const { return Kind == Shared || Kind == Pointer; }
};

/// A place that is not tracked, for the reason given.
LValue untracked(ReasonCode Code, const llvm::Twine &Detail);

/// True if \p Record is a group of threads, or a part of one. Of these, bits
/// and alternatives are followed: no group is in shared memory, and CUDA's
/// headers use them as they are declared.
bool isThreadGroup(const clang::RecordDecl &Record);

/// The integer that has all bits of \p Field, a bit-field, if they are whole
/// bytes of such a group; else null.
clang::QualType bytesOfBitField(const clang::ASTContext &Context,
                                const clang::FieldDecl &Field);

/// \p Field of the record at \p P, by its layout.
LValue fieldOf(const clang::ASTContext &Context, LValue P,
               const clang::FieldDecl &Field);
LValue baseOf(const clang::ASTContext &Context, LValue P,
              const clang::CXXRecordDecl &Derived,
              const clang::CXXRecordDecl &Base);

/// True for casts between the classes of an object.
bool isClassCast(const clang::CastExpr &Cast);
/// Bytes from the start of an object to the base class that \p Cast names, or
/// back; 0 for other casts. Virtual bases have no fixed place; device code has
/// none of them.
int64_t baseOffset(const clang::ASTContext &Context,
                   const clang::CastExpr &Cast);

/// A local struct or array: what its parts are kept in.
struct LocalRecord {
  /// The variables of its integers and pointers, by byte offset.
  std::map<int64_t, unsigned> Variables;
  /// Those of numbers in floating point are among them.
  bool HasFloats = false;
  /// There are too many; whole arrays are left out.
  bool IsPartial = false;
  /// What its references refer to, captures of a lambda among them.
  std::map<int64_t, LValue> References;
  /// A pointer into shared memory was stored where no variable keeps it.
  bool MayHoldShared = false;
  /// The declaration that it stands for; null for temporaries.
  const clang::VarDecl *Owner = nullptr;
  /// It is an argument of the kernel, the same in all threads.
  bool IsArgument = false;
};

/// The bytes from the start of \p P's record, if they are constant.
std::optional<int64_t> constantOffset(const LValue &P,
                                      const ExprBuilder &Builder);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_LVALUE_H
