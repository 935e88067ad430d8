//===- TensorTypes.cpp - Layouts of tensors in their types ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/TensorTypes.h"
#include "Ast/AstQueries.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;

/// \p Type if it is an instantiation of a class template of CuTe, else null.
static const ClassTemplateSpecializationDecl *instanceOfCute(QualType Type) {
  const ClassTemplateSpecializationDecl *Class = instanceOf(Type);
  const auto *Namespace =
      Class ? dyn_cast<NamespaceDecl>(Class->getDeclContext()) : nullptr;
  return Namespace && Namespace->getName() == "cute" ? Class : nullptr;
}

namespace {

/// What the template arguments of a tensor's type say.
struct TypeReader {
  bool IsShared = false;
  /// What a pointer to shared memory points to.
  QualType Element;
  /// Of elements.
  BitSwizzle Swizzle;
  /// Some swizzle has another form, or there are different ones.
  bool IsOther = false;

  void read(const TemplateArgument &Argument, bool IsOfPointer);
  void readSwizzle(const ClassTemplateSpecializationDecl &Class);
};

} // namespace

void TypeReader::readSwizzle(const ClassTemplateSpecializationDecl &Class) {
  constexpr int64_t Most = 30;
  unsigned Parts[3] = {};
  for (unsigned I = 0; I != 3; ++I) {
    const TemplateArgumentList &Arguments = Class.getTemplateArgs();
    if (Arguments.size() != 3 ||
        Arguments[I].getKind() != TemplateArgument::Integral ||
        Arguments[I].getAsIntegral().getExtValue() < 0 ||
        Arguments[I].getAsIntegral().getExtValue() > Most) {
      IsOther = true;
      return;
    }
    Parts[I] = Arguments[I].getAsIntegral().getExtValue();
  }
  const BitSwizzle Own{Parts[0], Parts[1], Parts[2]};
  if (Own.Bits == 0)
    return;
  IsOther |= Own.Shift < Own.Bits || (Swizzle.Bits != 0 && !(Swizzle == Own));
  Swizzle = Own;
}

/// \p IsOfPointer: of a pointer to shared memory.
void TypeReader::read(const TemplateArgument &Argument, bool IsOfPointer) {
  if (Argument.getKind() == TemplateArgument::Pack)
    for (const TemplateArgument &Each : Argument.pack_elements())
      read(Each, IsOfPointer);
  if (Argument.getKind() != TemplateArgument::Type)
    return;
  const QualType Type = Argument.getAsType();
  if (IsOfPointer && Type->isPointerType())
    Element = Type->getPointeeType();
  const ClassTemplateSpecializationDecl *Class = instanceOfCute(Type);
  if (!Class)
    return;
  if (Class->getName() == "Swizzle")
    return readSwizzle(*Class);
  // A pointer's swizzle is of addresses, and the layouts that wgmma takes are
  // a few.
  IsOther |= Class->getName() == "swizzle_ptr" ||
             Class->getName().starts_with("smem_ptr_flag");
  const bool IsPointer = Class->getName() == "smem_ptr";
  IsShared |= IsPointer;
  for (const TemplateArgument &Each : Class->getTemplateArgs().asArray())
    read(Each, IsOfPointer || IsPointer);
}

TensorTypes::Tensor TensorTypes::of(QualType Type) {
  const ClassTemplateSpecializationDecl *Class = instanceOfCute(Type);
  if (!Class || Class->getName() != "Tensor")
    return {};
  const auto [Place, IsNew] = Known.try_emplace(Class->getTypeForDecl());
  if (!IsNew)
    return Place->second;
  TypeReader Reader;
  for (const TemplateArgument &Each : Class->getTemplateArgs().asArray())
    Reader.read(Each, /*IsOfPointer=*/false);
  Tensor Result{Reader.IsShared, std::nullopt};
  if (!Reader.IsOther && !Reader.Element.isNull() &&
      !Reader.Element->isIncompleteType()) {
    const uint64_t Bytes =
        Context.getTypeSizeInChars(Reader.Element).getQuantity();
    if (llvm::isPowerOf2_64(Bytes)) {
      Result.Layout = TensorLayout{unsigned(Bytes), Reader.Swizzle};
      Result.Layout->Swizzle.Base += llvm::Log2_64(Bytes);
    }
  }
  return Known[Class->getTypeForDecl()] = Result;
}

TensorTypes::Tensor TensorTypes::madeBy(const clang::Expr &Call) {
  Tensor Result = of(Call.getType());
  if (!Result.IsShared || hasShared(Call))
    return {};
  // The layout that it gets may be for wgmma, which its own does not say.
  TypeReader Reader;
  if (const auto *E = dyn_cast<CallExpr>(&Call))
    for (const clang::Expr *Argument : E->arguments())
      Reader.read(TemplateArgument(Argument->getType().getNonReferenceType()),
                  /*IsOfPointer=*/false);
  if (Reader.IsOther)
    Result.Layout = std::nullopt;
  return Result;
}

bool TensorTypes::hasShared(const clang::Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  if (!Call)
    return false;
  const auto IsShared = [this](const clang::Expr *Argument) {
    return of(Argument->getType()).IsShared;
  };
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  return llvm::any_of(Call->arguments(), IsShared) ||
         (Member && IsShared(Member->getImplicitObjectArgument()));
}
