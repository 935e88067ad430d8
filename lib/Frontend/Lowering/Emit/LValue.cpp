//===- LValue.cpp - Where an lvalue is ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/LValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;

LValue banklint::untracked(ReasonCode Code, const llvm::Twine &Detail) {
  LValue P;
  P.Why = {Code, Detail.str()};
  return P;
}

bool banklint::isThreadGroup(const RecordDecl &Record) {
  const DeclContext *Outermost = &Record;
  while (!Outermost->getParent()->isTranslationUnit())
    Outermost = Outermost->getParent();
  const auto *Namespace = dyn_cast<NamespaceDecl>(Outermost);
  return Namespace && Namespace->getName() == "cooperative_groups";
}

QualType banklint::bytesOfBitField(const ASTContext &Context,
                                   const FieldDecl &Field) {
  if (!isThreadGroup(*Field.getParent()) ||
      Field.getType()->isDependentType() || Field.getParent()->isInvalidDecl())
    return QualType();
  const uint64_t At = Context.getASTRecordLayout(Field.getParent())
                          .getFieldOffset(Field.getFieldIndex());
  const unsigned Width = Field.getBitWidthValue(Context);
  if (At % 8 != 0 || (Width != 8 && Width != 16 && Width != 32))
    return QualType();
  return Context.getIntTypeForBitwidth(Width,
                                       Field.getType()->isSignedIntegerType());
}

LValue banklint::fieldOf(const ASTContext &Context, LValue P,
                         const FieldDecl &Field) {
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Field.getParent());
  P.Bytes +=
      Context.toCharUnitsFromBits(Layout.getFieldOffset(Field.getFieldIndex()))
          .getQuantity();
  // Its own arrays are narrower than the one that it is in an element of.
  if (!P.Inner.isValid())
    P.Within = std::nullopt;
  return P;
}

LValue banklint::baseOf(const ASTContext &Context, LValue P,
                        const CXXRecordDecl &Derived,
                        const CXXRecordDecl &Base) {
  P.Bytes += Context.getASTRecordLayout(&Derived)
                 .getBaseClassOffset(&Base)
                 .getQuantity();
  return P;
}

static bool isToBase(const CastExpr &Cast) {
  return Cast.getCastKind() == CK_DerivedToBase ||
         Cast.getCastKind() == CK_UncheckedDerivedToBase;
}

bool banklint::isClassCast(const CastExpr &Cast) {
  return isToBase(Cast) || Cast.getCastKind() == CK_BaseToDerived;
}

int64_t banklint::baseOffset(const ASTContext &Context, const CastExpr &Cast) {
  if (!isClassCast(Cast))
    return 0;
  QualType Type =
      isToBase(Cast) ? Cast.getSubExpr()->getType() : Cast.getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Derived = Type->getAsCXXRecordDecl();
  int64_t Offset = 0;
  for (const CXXBaseSpecifier *Base : Cast.path()) {
    const CXXRecordDecl *Record = Base->getType()->getAsCXXRecordDecl();
    if (!Derived || !Record || Base->isVirtual())
      break;
    Offset += Context.getASTRecordLayout(Derived)
                  .getBaseClassOffset(Record)
                  .getQuantity();
    Derived = Record;
  }
  return isToBase(Cast) ? Offset : -Offset;
}

std::optional<int64_t> banklint::constantOffset(const LValue &P,
                                                const ExprBuilder &Builder) {
  if (!P.Inner.isValid())
    return P.Bytes;
  std::optional<int64_t> Inner = Builder.constantValue(P.Inner);
  return Inner ? std::optional(P.Bytes + *Inner) : std::nullopt;
}
