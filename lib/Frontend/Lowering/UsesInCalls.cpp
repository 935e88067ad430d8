//===- UsesInCalls.cpp - What calls do with a local variable --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Device/DeviceFunctions.h"
#include "UseFinder.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

/// Notes which expressions \p S executes as statements.
void UseFinder::noteEffects(const Stmt *S) {
  const auto Add = [this](const Stmt *Part) {
    if (const auto *E = dyn_cast_or_null<Expr>(Part))
      Effects.insert(E->IgnoreImplicit());
  };
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    llvm::for_each(Block->body(), Add);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    Add(If->getThen());
    Add(If->getElse());
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    Add(For->getInc());
    Add(For->getBody());
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Add(While->getBody());
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Add(Do->getBody());
  } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    Add(Case->getSubStmt());
  }
}

/// Notes calls of whose result \p S uses a part only: `f(v).x`, or `r.x` of
/// `r = f(v)`. What of their arguments that is, is not followed.
void UseFinder::noteUsedInPart(const Stmt *S) {
  const auto Add = [this](const Expr *Result) {
    if (const auto *Call = dyn_cast<CallExpr>(Result->IgnoreImplicit()))
      UsedInPart.insert(Call);
  };
  const auto MentionsVariable = [this](const Expr *E) {
    return !banklint::walk(E, [this](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      return !isa<CXXThisExpr>(Part) &&
             !(Ref &&
               (Ref->getDecl() == &Variable || Views->isView(Ref->getDecl())));
    });
  };
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    Add(Member->getBase());
  } else if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (const auto *Made = dyn_cast<VarDecl>(D);
          Made && Made->getInit() && Made->getType()->isRecordType() &&
          isa<CallExpr>(Made->getInit()->IgnoreImplicit()) &&
          MentionsVariable(Made->getInit()) &&
          isUsedInFull(*Made) == std::optional(false))
        Add(Made->getInit());
  }
}

/// What becomes of the result of \p Call, which \p Callee is about.
void UseFinder::noteResult(UseFinder &Callee, const CallExpr *Call) const {
  Callee.IsResultUnused = Effects.contains(Call);
  Callee.IsResultUsedInPart = UsedInPart.contains(Call);
}

/// What is returned is used if the result is; by whom is not followed.
void UseFinder::noteReturned(const Expr *Value) {
  IsLost |= IsResultUsedInPart;
  if (IsResultUnused) {
    if (const auto Start = Views->startOf(Value))
      Understood.insert(Start->Root);
    return;
  }
  if (Bound)
    return;
  const Expr *Source = copiedBy(Value);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Source)) {
    noteReturned(Choice->getTrueExpr());
    noteReturned(Choice->getFalseExpr());
  } else if (const DeclRefExpr *Ref = variableIn(Source)) {
    noteAll(*Ref);
  }
}

/// Parts of the variable that a function of CUDA's headers reads or changes.
void UseFinder::noteParts(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  if (Callee && Callee->isTrivial() && Operator &&
      Operator->getOperator() == OO_Equal && !variableIn(Operator->getArg(0)))
    noteSet(Operator->getArg(0), Operator->getArg(1));
  if (!Callee || !isOfCuda(*Callee))
    return;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    if (cast<CXXMethodDecl>(Callee)->isConst())
      notePart(Member->getImplicitObjectArgument());
    return;
  }
  if (Operator && Operator->isAssignmentOp()) {
    const bool IsPlain = Operator->getOperator() == OO_Equal;
    if (!variableIn(Operator->getArg(0)))
      noteSet(Operator->getArg(0), IsPlain ? Operator->getArg(1) : nullptr);
  }
  for (auto [Argument, Parameter] :
       llvm::zip(argumentsOf(Call, *Callee), Callee->parameters())) {
    const QualType Type = Parameter->getType();
    if (Type->isReferenceType() && !Type->getPointeeType().isConstQualified())
      continue;
    if (const DeclRefExpr *Ref = variableIn(copiedBy(Argument)))
      noteAll(*Ref);
    else if (Type->isReferenceType())
      notePart(Argument);
  }
}

/// `memcpy` to the variable sets it, and one from it uses it.
void UseFinder::noteCopy(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const DeviceFunction *Known =
      Callee ? findDeviceFunction(*Callee, Call.getNumArgs()) : nullptr;
  if (!Known || Known->Meaning != DeviceMeaning::MemoryCopy)
    return;
  for (unsigned Argument : {0, 1}) {
    const auto *Address =
        dyn_cast<UnaryOperator>(Call.getArg(Argument)->IgnoreParenCasts());
    const DeclRefExpr *Ref = Address && Address->getOpcode() == UO_AddrOf
                                 ? variableIn(Address->getSubExpr())
                                 : nullptr;
    if (!Ref)
      continue;
    Understood.insert(Ref);
    if (Argument == 1) {
      Used.set();
      IsCopied = true;
    }
  }
}

/// What \p Callee, a function that gets parts of the variable by reference in
/// \p Call, does with them; false if that is not understood.
bool UseFinder::addUsesOf(UseFinder &Callee, const CallExpr *Call) {
  noteResult(Callee, Call);
  if (!Callee.collect())
    return false;
  Used |= Callee.Used;
  Overwritten |= Callee.Overwritten;
  Changed |= Callee.Changed;
  IsCopied |= Callee.IsCopied;
  return true;
}

/// True if the variable that is asked for is \p Copy, to which it comes back by
/// others, as where two are exchanged: all its uses are found anyway.
bool UseFinder::isBeingFollowed(const VarDecl &Copy) const {
  for (const UseFinder *Each = this; Each; Each = Each->Source)
    if (&Each->Variable == &Copy)
      return !Each->Copied && !Each->Bound;
  return false;
}

/// Members that are used of \p Copy, which is the variable that \p Ref names,
/// or gets its value, perhaps in \p Call.
void UseFinder::noteUses(const DeclRefExpr &Ref, const VarDecl &Copy,
                         const CallExpr *Call) {
  if (isBeingFollowed(Copy)) {
    IsCopied = true;
    Understood.insert(&Ref);
    return;
  }
  if (Depth == MaxDepth)
    return;
  UseFinder Uses(Copy, Context, Counted, Depth + 1, &Ref);
  Uses.Source = this;
  if (Copy.getType()->isReferenceType()) {
    if (addUsesOf(Uses, Call))
      Understood.insert(&Ref);
    return;
  }
  noteResult(Uses, Call);
  const std::optional<ByteSet> OfCopy = Uses.bytesOf();
  if (!OfCopy)
    return;
  Used |= *OfCopy;
  IsCopied = true;
  Understood.insert(&Ref);
}

/// Members that the function of \p Call uses by \p Parameter, which \p Argument
/// binds to parts of the variable.
void UseFinder::noteBound(const ParmVarDecl &Parameter, const Expr *Argument,
                          const CallExpr &Call) {
  const auto Start = Views->boundTo(Parameter.getType(), Argument);
  if (!Start || Depth == MaxDepth)
    return;
  UseFinder Inner(Parameter, Context, Counted, Depth + 1);
  Inner.Bound = *Start;
  if (addUsesOf(Inner, &Call))
    Understood.insert(Start->Root);
}

/// Members that a method of the variable, or of a part, uses.
void UseFinder::noteObject(const CallExpr &Call) {
  const auto *Called = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  const FunctionDecl *Definition = nullptr;
  if (!Called || Called->isTrivial() || Called->isStatic() ||
      isLambdaCallOperator(Called) || !Called->hasBody(Definition) ||
      Definition->hasAttr<NoInlineAttr>() || Depth == MaxDepth)
    return;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const Expr *Object = Member ? Member->getImplicitObjectArgument()
                       : isa<CXXOperatorCallExpr>(Call) ? Call.getArg(0)
                                                        : nullptr;
  if (!Object)
    return;
  const auto Start = Object->getType()->isPointerType()
                         ? Views->pointedBy(Object)
                         : Views->startOf(Object);
  if (!Start || Understood.contains(Start->Root))
    return;
  UseFinder Inner(Variable, Context, Counted, Depth + 1);
  Inner.Method = Definition;
  Inner.Bound = *Start;
  if (addUsesOf(Inner, &Call))
    Understood.insert(Start->Root);
}

/// Members that a function reads of a parameter that is the variable, or a
/// copy.
void UseFinder::noteArguments(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || Callee->isTrivial())
    return;
  if (!Callee->hasBody(Definition) || Definition->hasAttr<NoInlineAttr>()) {
    // It gets all of a copy.
    for (auto [Argument, Parameter] :
         llvm::zip(argumentsOf(Call, *Callee), Callee->parameters()))
      if (const DeclRefExpr *Ref = variableIn(copiedBy(Argument));
          Ref && !Parameter->getType()->isReferenceType())
        noteAll(*Ref);
    return;
  }
  for (auto [Argument, Parameter] :
       llvm::zip(argumentsOf(Call, *Callee), Definition->parameters()))
    if (const DeclRefExpr *Ref = variableIn(copiedBy(Argument)))
      noteUses(*Ref, *Parameter, &Call);
    else
      noteBound(*Parameter, Argument, Call);
}
