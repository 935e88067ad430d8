//===- HostChanges.cpp - What host code may change ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Source/HostChanges.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects the functions that a statement calls, those of the library left
/// out: they change what they are given.
class CalleeFinder : public AstWalker {
public:
  explicit CalleeFinder(const LostEffects &Lost) : Lost(Lost) {}

  /// Those with bodies.
  llvm::SmallVector<const FunctionDecl *, 8> Found;
  /// There may be others.
  bool CallsUnseen = false;
  /// Something here may end the path: an exception, or what never returns.
  bool MayEnd = false;

  bool visitStmt(const clang::Stmt *S) override {
    Lost.forEach(S, [&](const LostEffect &Effect) {
      CallsUnseen |= Effect.MayChangeGlobals;
    });
    MayEnd |= isa<CXXThrowExpr>(S);
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      if (const FunctionDecl *Callee = Call->getDirectCallee())
        add(*Callee);
      else
        CallsUnseen |= !isa<CUDAKernelCallExpr>(Call);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
      add(*Construct->getConstructor());
      if (const CXXDestructorDecl *Destructor =
              Construct->getConstructor()->getParent()->getDestructor())
        add(*Destructor);
    }
    return true;
  }

private:
  void add(const FunctionDecl &Callee) {
    MayEnd |= neverReturns(Callee);
    if (Callee.isDefaulted() || isOfHeaders(Callee))
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    const FunctionDecl *Body = nullptr;
    if (Callee.hasBody(Body))
      Found.push_back(Body);
    else
      CallsUnseen |= !Callee.hasAttr<CUDAGlobalAttr>();
    CallsUnseen |= Method && Method->isVirtual();
  }

  const LostEffects &Lost;
};
} // namespace

const HostChanges::Found &HostChanges::in(const clang::Stmt *S) {
  auto [It, IsNew] = Known.try_emplace(S);
  if (!IsNew)
    return It->second;
  Found Result;
  ChangedPlaces Places = changedPlaces(S, Lost);
  Result.Variables = std::move(Places.Whole);
  for (const auto &[Variable, Fields] : Places.Members)
    Result.Variables.insert(Variable);
  Result.Members = std::move(Places.Members);
  llvm::DenseSet<const FunctionDecl *> Seen;
  CalleeFinder Callees(Lost);
  Callees.walk(S);
  Result.AnyGlobal = Callees.CallsUnseen;
  Result.MayEnd = Callees.MayEnd;
  while (!Callees.Found.empty()) {
    const FunctionDecl *Callee = Callees.Found.pop_back_val();
    if (!Seen.insert(Callee).second)
      continue;
    const OfFunction &Inner = inFunction(*Callee);
    for (const VarDecl *Variable : Inner.Globals) {
      Result.Variables.insert(Variable);
      Result.Members.erase(Variable);
    }
    Result.AnyGlobal |= Inner.CallsUnseen;
    Result.MayEnd |= Inner.MayEnd;
    Callees.Found.append(Inner.Callees.begin(), Inner.Callees.end());
  }
  return Known[S] = std::move(Result);
}

const HostChanges::OfFunction &
HostChanges::inFunction(const FunctionDecl &Function) {
  auto [It, IsNew] = KnownFunctions.try_emplace(&Function);
  OfFunction &Result = It->second;
  if (!IsNew)
    return Result;
  for (const VarDecl *Variable : changedVariables(Function.getBody(), Lost))
    if (Variable && Variable->hasGlobalStorage())
      Result.Globals.push_back(Variable);
  CalleeFinder Callees(Lost);
  Callees.walk(Function.getBody());
  Result.Callees = std::move(Callees.Found);
  Result.CallsUnseen = Callees.CallsUnseen;
  Result.MayEnd = Callees.MayEnd;
  return Result;
}
