//===- ConstantData.cpp - Global variables whose value is known -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/ConstantData.h"
#include "Ast/AstWalker.h"
#include "Lowering/Emit/Integers.h"
#include "Lowering/Memory/Memory.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

namespace {
/// Finds the `__constant__` variables that host code names.
class HostUses : public AstWalker {
public:
  llvm::DenseSet<const VarDecl *> Found;

  /// Bodies are looked at where their function is visited.
  bool enter(const clang::Stmt *) override { return false; }
  bool visitDecl(Decl *D) override {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    const bool IsOfDevice = Function && !Function->hasAttr<CUDAHostAttr>() &&
                            (Function->hasAttr<CUDADeviceAttr>() ||
                             Function->hasAttr<CUDAGlobalAttr>());
    if (!Function || IsOfDevice || !Function->doesThisDeclarationHaveABody())
      return true;
    for (const auto *Use : nodesIn<DeclRefExpr>(Function->getBody()))
      if (const auto *Variable = dyn_cast<VarDecl>(Use->getDecl());
          Variable && Variable->hasAttr<CUDAConstantAttr>())
        Found.insert(Variable->getCanonicalDecl());
    return true;
  }
};
} // namespace

bool ConstantData::isNamedByHost(const VarDecl &Decl) {
  if (!OfHost) {
    HostUses Uses;
    walkSource(Uses, Context);
    OfHost = std::move(Uses.Found);
  }
  return OfHost->contains(Decl.getCanonicalDecl());
}

/// The elements of \p Type, an integer or an array of arrays of them.
static uint64_t elementsOf(QualType Type, const ASTContext &Context) {
  uint64_t Count = 1;
  while (const auto *Array = Context.getAsConstantArrayType(Type)) {
    Count *= std::min<uint64_t>(Array->getZExtSize(), UINT32_MAX);
    if (Count > Memory::MaxRecordMembers)
      return 0;
    Type = Array->getElementType();
  }
  return intType(Context, Type) && Type->isIntegralOrEnumerationType() ? Count
                                                                       : 0;
}

const clang::Expr *ConstantData::valueOf(const VarDecl &Decl) {
  const VarDecl *Initialized = nullptr;
  const clang::Expr *Value = Decl.getAnyInitializer(Initialized);
  const QualType Type = Decl.getType();
  if (!Value || !Decl.hasGlobalStorage() || Initialized->isInvalidDecl() ||
      Value->containsErrors() || Value->isValueDependent() ||
      Type.isVolatileQualified() || elementsOf(Type, Context) == 0 ||
      needsLostLayout(*Value, Context) ||
      !Value->isConstantInitializer(Context, /*ForRef=*/false))
    return nullptr;
  const bool IsConst = Context.getBaseElementType(Type).isConstQualified();
  const bool IsKept = IsConst || (Decl.hasAttr<CUDAConstantAttr>() &&
                                  !isNamedByHost(*Initialized));
  return IsKept ? Value : nullptr;
}
