//===- FloatUses.cpp - Numbers in floating point that become integers -----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatUses.h"
#include "Ast/AstWalker.h"
#include "Device/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;
using namespace clang;

/// True if \p E makes an integer of a number in floating point.
static bool makesInteger(const clang::Stmt &E) {
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    return Cast->getCastKind() == CK_FloatingToIntegral;
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const DeviceFunction *Known =
      Callee ? findDeviceFunction(*Callee, Call->getNumArgs()) : nullptr;
  return Known && Known->Meaning == DeviceMeaning::ToInteger;
}

bool FloatUses::becomesInteger(const VarDecl &Decl) {
  const auto *Function = dyn_cast_or_null<FunctionDecl>(
      Decl.isLocalVarDecl() ? Decl.getParentFunctionOrMethod() : nullptr);
  if (!Function || !Function->getBody())
    return false;
  auto [It, IsNew] = Found.try_emplace(Function);
  if (!IsNew)
    return It->second.contains(&Decl);
  llvm::SmallVector<const clang::Stmt *, 8> Sources;
  walk(Function->getBody(), [&](const clang::Stmt *S) {
    if (makesInteger(*S))
      Sources.push_back(S);
    return true;
  });
  Variables &Of = It->second;
  while (!Sources.empty())
    for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(Sources.pop_back_val()))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
          Variable && Variable->isLocalVarDecl() &&
          Of.insert(Variable).second && Variable->getInit())
        Sources.push_back(Variable->getInit());
  return Of.contains(&Decl);
}
