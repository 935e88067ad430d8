//===- HostChanges.cpp - What host code changes where it is not followed --===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExecution.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

namespace {
/// Collects the functions that a statement calls, those of the library left
/// out: they change what they are given.
class CalleeFinder : public RecursiveASTVisitor<CalleeFinder> {
public:
  CalleeFinder(const SourceManager &Sources, const LostEffects &Lost)
      : Sources(Sources), Lost(Lost) {}

  /// Those with bodies.
  llvm::SmallVector<const FunctionDecl *, 8> Found;
  /// There may be others.
  bool CallsUnseen = false;

  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      add(*Callee);
    else
      CallsUnseen |= !isa<CUDAKernelCallExpr>(Call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    add(*Construct->getConstructor());
    if (const CXXDestructorDecl *Destructor =
            Construct->getConstructor()->getParent()->getDestructor())
      add(*Destructor);
    return true;
  }
  bool VisitStmt(Stmt *S) {
    Lost.forEach(S, [&](const LostEffect &Effect) {
      CallsUnseen |= Effect.MayChangeGlobals;
    });
    return true;
  }

private:
  void add(const FunctionDecl &Callee) {
    if (Callee.getBuiltinID() != 0 || Callee.isDefaulted() ||
        Sources.isInSystemHeader(Callee.getLocation()))
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    const FunctionDecl *Body = nullptr;
    if (Callee.hasBody(Body))
      Found.push_back(Body);
    else
      CallsUnseen |= !Callee.hasAttr<CUDAGlobalAttr>();
    CallsUnseen |= Method && Method->isVirtual();
  }

  const SourceManager &Sources;
  const LostEffects &Lost;
};
} // namespace

const HostExecution::Changes &HostExecution::changedIn(const Stmt *S) {
  auto [It, IsNew] = ChangedIn.try_emplace(S);
  if (!IsNew)
    return It->second;
  Changes Result;
  Result.Variables = changedVariables(S, Lost);
  llvm::DenseSet<const FunctionDecl *> Seen;
  CalleeFinder Callees(Context.getSourceManager(), Lost);
  Callees.TraverseStmt(const_cast<Stmt *>(S));
  while (!Callees.Found.empty()) {
    const FunctionDecl *Callee = Callees.Found.pop_back_val();
    if (!Seen.insert(Callee).second)
      continue;
    for (const VarDecl *Variable : changedVariables(Callee->getBody(), Lost))
      if (Variable && Variable->hasGlobalStorage())
        Result.Variables.insert(Variable);
    Callees.TraverseStmt(Callee->getBody());
  }
  Result.AnyGlobal = Callees.CallsUnseen;
  return ChangedIn[S] = std::move(Result);
}

void HostExecution::forgetChanged(const Stmt *S, HostState &State) {
  const Changes &Changed = changedIn(S);
  for (const VarDecl *Variable : Changed.Variables)
    if (std::optional<HostPlace> Place = owner(Variable, State))
      State.forget(Place->Root);
  if (Changed.AnyGlobal)
    State.forgetGlobals();
  State.forgetPointees();
}

/// What changes with \p Variable, or with the object of this method if that is
/// null, as far as it is known.
std::optional<HostPlace> HostExecution::owner(const VarDecl *Variable,
                                              const HostState &State) {
  HostPlace Place{Variable, {}, false};
  if (!Variable) {
    if (!Frames.back().This)
      return std::nullopt;
    return HostPlace{Frames.back().This->Root, {}, false};
  }
  if (!Variable->getType()->isReferenceType())
    return Place;
  std::optional<HostValue> Value = State.load(Place);
  if (!Value || Value->Kind != HostValue::Address)
    return std::nullopt;
  return HostPlace{Value->Target.Root, {}, false};
}

/// True if code of the source may change \p Variable after its initialisation.
bool HostExecution::mayChange(const VarDecl &Variable) const {
  return Index.Changed.contains(&Variable) || Lost.mayChange(Variable);
}

/// Makes unknown what lost code may change.
void HostExecution::applyLost(const LostEffect *Effect) {
  if (!Effect)
    return;
  for (auto [Variable, How] : Effect->Variables) {
    std::optional<HostPlace> Place = owner(Variable, *Current);
    if (!Place) {
      if (How != LostEffect::Same)
        Current->forgetPointees();
      continue;
    }
    if (Variable)
      if (const CXXRecordDecl *Class =
              Variable->getType()->getAsCXXRecordDecl();
          Class && Class->isLambda() &&
          Index.IsLauncher.contains(
              Class->getLambdaCallOperator()->getCanonicalDecl()))
        Unfollowed.insert(Class->getLambdaCallOperator());
    // It may hand on the pointers that it sees.
    if (std::optional<HostValue> Value = Current->load(*Place))
      escape(*Value);
    if (How == LostEffect::Once)
      Current->forget(Place->Root);
    else if (How == LostEffect::Always)
      Current->escape(Place->Root);
  }
  if (Effect->MayChangeGlobals)
    Current->forgetGlobals();
}

void HostExecution::executeLost(const LostEffect *Effect, HostStates &States,
                                Exits &Out) {
  if (!Effect)
    return;
  for (HostState &State : States) {
    llvm::SaveAndRestore Path(Current, &State);
    applyLost(Effect);
    if (Effect->MayReturn)
      Out.Returns.push_back({State, {}});
    if (Effect->MayBreak)
      addState(Out.Breaks, State);
    if (Effect->MayContinue)
      addState(Out.Continues, State);
  }
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
  for (const VarDecl *Variable : changedIn(Body->getBody()).Variables)
    if (Variable && Variable->hasGlobalStorage())
      Current->escape(Variable);
}
