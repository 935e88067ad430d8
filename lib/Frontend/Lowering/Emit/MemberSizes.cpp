//===- MemberSizes.cpp - Of what sizes a struct is made -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/MemberSizes.h"
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

bool banklint::isVector(QualType Type, const ASTContext &Context) {
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!hasMembersOfOneSize(Type, Context))
    return false;
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  const int64_t Count = Size / widestElement(Type, Context);
  return (Count == 2 || Count == 4) && Size <= 16 &&
         Context.getASTRecordLayout(Record).getAlignment().getQuantity() ==
             Size;
}

bool banklint::readsNearlyAll(const ByteSet &Used, QualType Type,
                              const ASTContext &Context) {
  const size_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  const bool IsOfFour = Size == 4 * size_t(widestElement(Type, Context));
  return Used.count() >= (IsOfFour ? Size / 4 * 3 : Size);
}

/// True if all members of \p Type, at any depth, are of type double.
static bool hasOnlyDoubles(QualType Type, const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
    return hasOnlyDoubles(Array->getElementType(), Context);
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
      return hasOnlyDoubles(Field->getType(), Context);
    });
  const auto *Vector = Type->getAs<VectorType>();
  return (Vector ? Vector->getElementType() : Type)
      ->isSpecificBuiltinType(BuiltinType::Double);
}

bool banklint::mayLoadHalves(QualType Type, const ASTContext &Context) {
  return widestElement(Type, Context) == 8 && !hasOnlyDoubles(Type, Context);
}

std::vector<std::pair<int64_t, unsigned>>
banklint::loadedParts(const ByteSet &Used, QualType Type,
                      const ASTContext &Context) {
  const unsigned Bytes = widestElement(Type, Context);
  if (!(Type->isVectorType() || hasMembersOfOneSize(Type, Context)) ||
      mayLoadHalves(Type, Context))
    return {};
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  // The halves of four are aligned to their size. Of an odd number, each is
  // loaded by itself, unless it is merged with what stands beside it.
  const bool IsVector = isVector(Type, Context);
  const bool IsSingle = Size / Bytes % 2 != 0;
  std::vector<std::pair<int64_t, unsigned>> Parts;
  for (int64_t At = 0; At < Size; At += Bytes) {
    const ByteSet Part = Used >> At;
    const auto HasAll = [&Part](unsigned Count) {
      for (unsigned Byte = 0; Byte != Count; ++Byte)
        if (!Part[Byte])
          return false;
      return true;
    };
    const bool IsPair = IsVector && Size == 4 * int64_t(Bytes) &&
                        At % (2 * Bytes) == 0 && HasAll(2 * Bytes);
    if (HasAll(Bytes))
      Parts.push_back({At, IsPair ? 2 * Bytes : Bytes});
    else if (Part[0])
      return {};
    if (IsPair)
      At += Bytes;
  }
  return Parts.size() == 1 || IsVector || IsSingle ? Parts : decltype(Parts)();
}
