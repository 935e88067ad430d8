//===- HostChanges.cpp - What host code changes where it is not followed --===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExecution.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects the functions that a statement calls, those of the library left
/// out: they change what they are given.
class CalleeFinder : public RecursiveASTVisitor<CalleeFinder> {
public:
  explicit CalleeFinder(const SourceManager &Sources) : Sources(Sources) {}

  llvm::SmallVector<const FunctionDecl *, 8> Found;

  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      add(*Callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    add(*Construct->getConstructor());
    return true;
  }

private:
  void add(const FunctionDecl &Callee) {
    if (Callee.getBuiltinID() == 0 &&
        !Sources.isInSystemHeader(Callee.getLocation()))
      Found.push_back(&Callee);
  }

  const SourceManager &Sources;
};
} // namespace

/// What \p S may change: variables that it names, and globals that functions
/// which it calls name.
const llvm::DenseSet<const VarDecl *> &HostExecution::changedIn(const Stmt *S) {
  auto [It, IsNew] = ChangedIn.try_emplace(S);
  if (!IsNew)
    return It->second;
  llvm::DenseSet<const VarDecl *> Changed = changedVariables(S);
  llvm::DenseSet<const FunctionDecl *> Seen;
  CalleeFinder Callees(Context.getSourceManager());
  Callees.TraverseStmt(const_cast<Stmt *>(S));
  while (!Callees.Found.empty()) {
    const FunctionDecl *Callee = Callees.Found.pop_back_val();
    const FunctionDecl *Body = nullptr;
    if (!Callee->hasBody(Body) || !Seen.insert(Body).second)
      continue;
    for (const VarDecl *Variable : changedVariables(Body->getBody()))
      if (Variable && Variable->hasGlobalStorage())
        Changed.insert(Variable);
    Callees.TraverseStmt(Body->getBody());
  }
  return ChangedIn[S] = std::move(Changed);
}

void HostExecution::forgetChanged(const Stmt *S, HostState &State) {
  for (const VarDecl *Variable : changedIn(S)) {
    HostPlace Place{Variable, {}, false};
    if (!Variable) {
      if (!Frames.back().This)
        continue;
      Place = {Frames.back().This->Root, {}, false};
    } else if (Variable->getType()->isReferenceType()) {
      std::optional<HostValue> Value = State.load(Place);
      if (!Value || Value->Kind != HostValue::Address)
        continue;
      Place = {Value->Target.Root, {}, false};
    }
    State.forget(Place.Root);
  }
  State.forgetPointees();
}

/// The destructor of the object at \p Place, of \p Type, will run at a time
/// that is not followed. What it may change is not known from now on.
void HostExecution::expectDestruction(const HostPlace &Place, QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->hasTrivialDestructor() ||
      Context.getSourceManager().isInSystemHeader(Record->getLocation()))
    return;
  escape(load(Place));
  const CXXDestructorDecl *Destructor = Record->getDestructor();
  const FunctionDecl *Body = nullptr;
  if (!Destructor || !Destructor->hasBody(Body) || !Body->getBody())
    return;
  for (const VarDecl *Variable : changedIn(Body->getBody()))
    if (Variable && Variable->hasGlobalStorage())
      Current->escape(Variable);
}
