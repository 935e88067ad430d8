//===- MemberSizes.cpp - Of what sizes a struct is made -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberSizes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// True if what is in \p Type consists of numbers and pointers of \p Bytes.
/// Adds the bytes of all to \p Sum.
static bool hasMembersOf(QualType Type, int64_t Bytes, int64_t &Sum,
                         const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    int64_t Element = 0;
    if (!hasMembersOf(Array->getElementType(), Bytes, Element, Context))
      return false;
    Sum += Element * int64_t(Array->getZExtSize());
    return true;
  }
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    return !Record->isUnion() && !Record->isInvalidDecl() &&
           llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
             return !Field->isBitField() &&
                    hasMembersOf(Field->getType(), Bytes, Sum, Context);
           });
  Sum += Bytes;
  return !Type.isVolatileQualified() &&
         (Type->isArithmeticType() || Type->isEnumeralType() ||
          Type->isPointerType()) &&
         Context.getTypeSizeInChars(Type).getQuantity() == Bytes;
}

bool banklint::hasMembersOfOneSize(QualType Type, const ASTContext &Context) {
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!Class || Class->getNumBases() != 0 || Class->isDynamicClass())
    return false;
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  return llvm::any_of(llvm::ArrayRef<int64_t>{4, 8}, [&](int64_t Bytes) {
    int64_t Sum = 0;
    return hasMembersOf(Type, Bytes, Sum, Context) && Sum == Size;
  });
}

unsigned banklint::widestElement(QualType Type, const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
    return widestElement(Array->getElementType(), Context);
  if (const auto *Vector = Type->getAs<VectorType>())
    return widestElement(Vector->getElementType(), Context);
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record)
    return Context.getTypeSizeInChars(Type).getQuantity();
  unsigned Widest = 0;
  if (Record->isInvalidDecl())
    return Widest;
  for (const FieldDecl *Field : Record->fields())
    Widest = std::max(Widest, widestElement(Field->getType(), Context));
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      Widest = std::max(Widest, widestElement(Base.getType(), Context));
  return Widest;
}

std::string banklint::memberAt(QualType Type, int64_t Offset,
                               const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    const QualType Element = Array->getElementType();
    const int64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
    return "[" + std::to_string(Offset / Bytes) + "]" +
           memberAt(Element, Offset % Bytes, Context);
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  if (Class && Class->getNumBases() != 0) {
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const CXXRecordDecl *Inner = Base.getType()->getAsCXXRecordDecl();
      if (Base.isVirtual() || Inner->isEmpty())
        continue;
      const int64_t Begin = Layout.getBaseClassOffset(Inner).getQuantity();
      const int64_t Bytes =
          Context.getTypeSizeInChars(Base.getType()).getQuantity();
      if (Offset >= Begin && Offset < Begin + Bytes)
        if (std::string Part =
                memberAt(Base.getType(), Offset - Begin, Context);
            !Part.empty())
          return Part;
    }
  }
  for (const FieldDecl *Field :
       Record ? Record->fields() : RecordDecl::field_range({}, {})) {
    const int64_t Begin =
        Context.toCharUnitsFromBits(Context.getFieldOffset(Field))
            .getQuantity();
    const QualType Part = Field->getType();
    if (Offset >= Begin &&
        Offset < Begin + Context.getTypeSizeInChars(Part).getQuantity())
      return (Field->getName().empty() ? "" : "." + Field->getNameAsString()) +
             memberAt(Part, Offset - Begin, Context);
  }
  return "";
}
