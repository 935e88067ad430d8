//===- Memory.h - Variables, local structs and what they hold ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads from places and stores to them. The integers and pointers inside of a
// local struct or array, a *record*, are variables of their own; the references
// inside are bound once, as the source's are. A place says which record, and
// where in it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMORY_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMORY_H

#include "Lowering/Emit/Emitter.h"
#include "Lowering/Emit/LValue.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class Memory {
public:
  explicit Memory(Emitter &Emit)
      : Emit(Emit), Builder(Emit.Builder), Context(Emit.Context) {}

  // Memory.cpp: any place
  /// Reads \p P, the place of \p E.
  ExprId load(const LValue &P, const clang::Expr *E);
  void store(const LValue &P, ExprId Value, const clang::Expr *E);
  /// Whatever \p P holds may change now.
  void forget(const LValue &P, clang::QualType Type, ReasonCode Code,
              const llvm::Twine &Detail);
  /// The same for everything that \p P is a part of.
  void forgetWhole(const LValue &P, ReasonCode Code, const llvm::Twine &Detail);
  /// From now on nobody knows what \p P, if it is local, holds.
  void escape(const LValue &P);
  /// A pointer to \p P: if it is local, nobody knows what it holds from then
  /// on.
  ExprId pointerTo(const LValue &P);

  // Places.cpp: places that are made of others
  /// \p P, \p Bytes (an i64) further.
  LValue moved(LValue P, ExprId Bytes);
  /// \p P, the place of an array of \p Type, which subscripts do not leave.
  /// Rows of an array are left, within the array.
  LValue bounded(LValue P, clang::QualType Type);
  /// Fixes \p P as it is now, whatever its subscripts become later.
  void freeze(LValue &P);
  /// \p Then where \p Condition holds, else \p Else.
  LValue choice(ExprId Condition, LValue Then, LValue Else);
  /// \p Field of the struct at \p P.
  LValue placeOfField(LValue P, const clang::FieldDecl &Field);

  // Records.cpp: local structs and arrays
  /// Larger ones are buffers, not indices.
  static constexpr unsigned MaxRecordMembers = 256;
  /// Numbers in floating point are variables, too, if \p WithFloats.
  unsigned addRecord(llvm::StringRef Name, clang::QualType Type,
                     const clang::VarDecl *Owner = nullptr,
                     unsigned MaxMembers = MaxRecordMembers,
                     bool WithFloats = false);
  /// A local struct or array without a name.
  LValue addTemporary(clang::QualType Type);
  LocalRecord &record(unsigned Number) { return Records[Number]; }
  const LocalRecord &record(unsigned Number) const { return Records[Number]; }
  /// True if some part of what is at \p P, of \p Type, is kept.
  bool holdsVariables(const LValue &P, clang::QualType Type) const;
  /// The value at \p P, an address if \p IsPointer: where the offset is not
  /// constant, one of several.
  ExprId loadRecord(const LValue &P, IntType Type, bool IsPointer);
  void storeRecord(const LValue &P, ExprId Value, clang::QualType Type);
  void forgetRecord(const LValue &P, clang::QualType Type, Reason Why);
  void setToZero(const LValue &To, clang::QualType Type);
  /// Copies \p From, of \p Type, to \p To, a part of a record.
  void copyRecord(const LValue &To, clang::QualType Type, const LValue &From);
  /// What \p P holds, of \p Type, is read: all, or who knows what if \p IsSome.
  void noteRead(const LValue &P, clang::QualType Type, bool IsSome = false);
  /// \p To, a part of a record of \p Type, gets the value that is computed.
  void noteAssigned(const LValue &To, clang::QualType Type);
  /// It, a struct, gets the result of a function, of which nobody knows what
  /// each member is made of.
  void noteComputed(const LValue &To, clang::QualType Type);
  /// What \p To, of \p Type, has just got is what access number \p Number
  /// loads.
  void noteLoaded(const LValue &To, clang::QualType Type, unsigned Number);
  /// The type of what step number \p Step of the flow loads.
  clang::QualType loadedType(unsigned Step) const {
    return LoadedTypes.lookup(Step);
  }
  /// Binds the reference at \p To. What is bound to different things on
  /// different ways is lost.
  void initReference(const LValue &To, LValue Target);
  /// Code that is not followed gets the struct at \p P: it may change what the
  /// references inside refer to.
  void forgetReferences(const LValue &P, ReasonCode Code,
                        const llvm::Twine &Detail);
  /// From now on nobody knows what the references inside of the struct at \p P
  /// refer to.
  void escapeReferences(const LValue &P);
  /// True if something inside of the local struct or array \p P may point into
  /// shared memory or be a reference to it.
  bool holdsSharedPointer(const LValue &P) const;

private:
  ExprId loadOnce(const LValue &P, const clang::Expr *E);
  ExprId loadUntracked(const LValue &P, clang::QualType Type);
  LValue unknownReference(bool MayBeShared);
  ExprId loadPart(const LValue &P, int64_t Bytes, unsigned Variable);
  void copyReferences(const LValue &To, int64_t Size, const LValue &From);
  void noteLoadTo(unsigned Access, clang::QualType Type, FlowPart To);
  std::optional<FlowPart> partAt(const LValue &P, clang::QualType Type) const;
  void placeWithin(FlowPart &Whole, const LValue &P, clang::QualType Type);
  void forgetValue(const FlowPart &Part);
  void noteCopied(const LValue &To, clang::QualType Type, const LValue &From);

  Emitter &Emit;
  ExprBuilder &Builder;
  clang::ASTContext &Context;
  std::vector<LocalRecord> Records;
  /// The pointers among the variables of Records.
  llvm::DenseSet<unsigned> PointerVariables;
  llvm::DenseMap<unsigned, clang::QualType> LoadedTypes;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMORY_H
