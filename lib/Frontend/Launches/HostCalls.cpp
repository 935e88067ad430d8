//===- HostCalls.cpp - Calls in host code ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostExecution.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Calls inside of calls that are followed.
static constexpr unsigned MaxDepth = 24;
// Statements and expressions of a call that is followed for its value alone.
static constexpr unsigned ValueSteps = 3000;

/// The function that a call of \p Type's object calls, if it is a lambda's.
static const FunctionDecl *callOperator(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->isLambda() ? Record->getLambdaCallOperator()
                                      : nullptr;
}

static bool isInLibrary(const FunctionDecl &Function, ASTContext &Context) {
  return Function.getBuiltinID() != 0 ||
         Context.getSourceManager().isInSystemHeader(Function.getLocation());
}

/// True if a call may change a number through a parameter.
static bool hasOutput(const FunctionDecl &Function) {
  return llvm::any_of(Function.parameters(), [](const ParmVarDecl *P) {
    QualType Pointee = P->getType()->getPointeeType();
    return !Pointee.isNull() && !Pointee.isConstQualified() &&
           (Pointee->isIntegralOrEnumerationType() || Pointee->isRecordType());
  });
}

/// True if \p Method may change a container of the library. Such an object
/// stands for its elements here, without the members that its methods use.
static bool mayChangeContainer(const CXXMethodDecl &Method) {
  return Method.getParent()->isInStdNamespace() && !Method.isConst() &&
         !Method.isStatic() && !isa<CXXConstructorDecl>(Method) &&
         !Method.getParent()->isAggregate();
}

bool HostExecution::mayFollow(const FunctionDecl &Function) {
  if (Function.isDependentContext() || Function.isVariadic() ||
      Function.hasAttr<CUDAGlobalAttr>() || Frames.size() > MaxDepth)
    return false;
  if (llvm::any_of(Frames, [&](const Frame &F) {
        return F.Function->getCanonicalDecl() == Function.getCanonicalDecl();
      }))
    return false;
  if (Index.IsLauncher.contains(Function.getCanonicalDecl()))
    return true;
  if (TooLong.contains(&Function))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Method && (Method->isVirtual() || mayChangeContainer(*Method)))
    return false;
  return Method || !Function.getReturnType()->isVoidType() ||
         hasOutput(Function);
}

void HostExecution::bindParameter(const VarDecl &Parameter,
                                  const Expr &Argument) {
  HostPlace Place{&Parameter, {}, false};
  HostValue Value;
  std::optional<HostPlace> Target;
  if (Parameter.getType()->isReferenceType())
    Target = place(&Argument);
  Value = Target ? HostValue::address(std::move(*Target)) : evaluate(&Argument);
  // Only now: the argument may read the variable, in an earlier call.
  Current->erase(&Parameter);
  Current->store(Place, fresh(Parameter.getType(), std::move(Value)));
}

/// \p This is a copy: what initialises a member may call functions, and frames
/// move then.
void HostExecution::initMembers(const CXXConstructorDecl &Constructor,
                                HostPlace This) {
  for (const CXXCtorInitializer *Init : Constructor.inits()) {
    const FieldDecl *Field = Init->getMember();
    std::optional<unsigned> Part = memberIndex(*Init, *Constructor.getParent());
    if (Part && !(Field && Field->getType()->isReferenceType())) {
      HostValue Value = evaluate(Init->getInit());
      if (Field && Field->isBitField())
        Value = asBitField(std::move(Value), *Field);
      Current->store(This.part(*Part), std::move(Value));
    } else {
      escape(evaluate(Init->getInit()));
    }
  }
}

/// Goes on with what a call returns on one of its paths.
HostValue
HostExecution::finish(Frame Callee,
                      std::vector<std::pair<HostState, HostValue>> Returns) {
  const clang::DeclContext *Function = Callee.Function;
  auto IsLocal = [&](HostRoot Root) {
    if (const auto *Variable = Root.dyn_cast<const VarDecl *>())
      return !Variable->hasGlobalStorage() &&
             Variable->getParentFunctionOrMethod() == Function;
    return llvm::is_contained(Callee.Temporaries, Root);
  };
  std::vector<std::pair<HostState, HostValue>> Ends;
  for (auto &[State, Value] : Returns) {
    if (Value.Kind == HostValue::Address && IsLocal(Value.Target.Root)) {
      llvm::SaveAndRestore Path(Current, &State);
      Value = load(Value.Target);
    }
    State.eraseIf(IsLocal);
    auto Same = llvm::find_if(Ends, [&, &V = Value, &S = State](auto &Other) {
      return Other.second == V &&
             HostState::agree(Other.first, S, [&](HostRoot Root) {
               const auto *Variable = Root.dyn_cast<const VarDecl *>();
               return !Variable || Index.Relevant.contains(Variable);
             });
    });
    if (Same != Ends.end())
      Same->first.join(State);
    else
      Ends.push_back({std::move(State), std::move(Value)});
  }
  if (Ends.empty())
    return {};
  std::optional<unsigned> Choice = 0;
  if (Ends.size() > 1)
    Choice = choose(Ends.size());
  if (Choice) {
    *Current = std::move(Ends[*Choice].first);
    return Ends[*Choice].second;
  }
  for (size_t I = 1; I != Ends.size(); ++I) {
    Ends[0].first.join(Ends[I].first);
    Ends[0].second = commonValue(Ends[0].second, Ends[I].second);
  }
  *Current = std::move(Ends[0].first);
  return Ends[0].second;
}

/// True if \p Function, whose parameters have their values, leads to launches:
/// by itself, or by a function that it was given.
bool HostExecution::leadsToLaunches(const FunctionDecl &Function) {
  if (Index.IsLauncher.contains(Function.getCanonicalDecl()))
    return true;
  return llvm::any_of(Function.parameters(), [&](const ParmVarDecl *Parameter) {
    HostValue Value = load({Parameter, {}, false});
    return Value.Kind == HostValue::Function && Value.Callee &&
           Index.IsLauncher.contains(Value.Callee->getCanonicalDecl());
  });
}

std::optional<HostValue>
HostExecution::callFunction(const FunctionDecl &Declared,
                            llvm::ArrayRef<const Expr *> Arguments,
                            std::optional<HostPlace> This) {
  const FunctionDecl *Function = nullptr;
  if (!Declared.hasBody(Function) || !mayFollow(*Function))
    return std::nullopt;
  HostState Before = *Current;
  for (unsigned I = 0; I != Function->getNumParams(); ++I)
    if (I < Arguments.size())
      bindParameter(*Function->getParamDecl(I), *Arguments[I]);
  Frame Callee(*Function);
  Callee.This = std::move(This);
  Callee.IsLauncher = leadsToLaunches(*Function);
  // Within a limit of its own, unless that of its caller is nearer.
  bool HasOwnLimit = !Callee.IsLauncher && Steps + ValueSteps <= StepLimit;
  llvm::SaveAndRestore Limited(StepLimit,
                               HasOwnLimit ? Steps + ValueSteps : StepLimit);
  bool TakesAll = TakesAllWays && Callee.IsLauncher;
  llvm::SaveAndRestore Ways(TakesAllWays, TakesAll);
  Frames.push_back(std::move(Callee));
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    if (Frames.back().This)
      initMembers(*Constructor, *Frames.back().This);
  applyLost(Lost.at(Function));
  Exits Out;
  executeBody(*Function, *Current, Out);
  Callee = std::move(Frames.back());
  Frames.pop_back();
  if (isSpent() && !Callee.IsLauncher) {
    // Other calls of it would only use up the steps of the launchers.
    if (HasOwnLimit)
      TooLong.insert(Function);
    *Current = std::move(Before);
    return std::nullopt;
  }
  return finish(std::move(Callee), std::move(Out.Returns));
}

HostValue HostExecution::evaluateConstruct(const CXXConstructExpr &E) {
  const CXXConstructorDecl &Constructor = *E.getConstructor();
  if (Constructor.isCopyOrMoveConstructor() && Constructor.isImplicit())
    return evaluate(E.getArg(0));
  // std::vector and std::array of a list stand for the list.
  if (E.getNumArgs() != 0 && Constructor.getParent()->isInStdNamespace() &&
      isa<CXXStdInitializerListExpr>(E.getArg(0)->IgnoreImplicit()))
    return evaluate(E.getArg(0)->IgnoreImplicit());
  if (E.requiresZeroInitialization() && Constructor.isTrivial())
    return zeroOf(E.getType());
  HostPlace Made = temporary(
      E, E.requiresZeroInitialization() ? zeroOf(E.getType()) : HostValue());
  llvm::ArrayRef<const Expr *> Arguments(E.getArgs(), E.getNumArgs());
  if (!callFunction(Constructor, Arguments, Made)) {
    for (unsigned I = 0; I != E.getNumArgs(); ++I)
      passUnseen(*E.getArg(I),
                 I < Constructor.getNumParams()
                     ? Constructor.getParamDecl(I)->getType()
                     : QualType(),
                 &Constructor);
    Current->store(Made, {});
  }
  return load(Made);
}

/// Calls \p Function as code that is not seen would: with any arguments.
void HostExecution::callBack(const FunctionDecl &Declared) {
  const FunctionDecl *Function = nullptr;
  if (!Declared.hasBody(Function) ||
      !Index.IsLauncher.contains(Function->getCanonicalDecl()))
    return;
  if (!mayFollow(*Function)) {
    Unfollowed.insert(Function);
    return;
  }
  forgetChanged(Function->getBody(), *Current);
  for (const ParmVarDecl *Parameter : Function->parameters())
    Current->store({Parameter, {}, false}, fresh(Parameter->getType(), {}));
  Frame Callee(*Function);
  Callee.IsLauncher = true;
  Frames.push_back(std::move(Callee));
  Exits Out;
  executeBody(*Function, *Current, Out);
  Callee = std::move(Frames.back());
  Frames.pop_back();
  finish(std::move(Callee), std::move(Out.Returns));
}

/// \p Argument is given to code that is not seen.
void HostExecution::passUnseen(const Expr &Argument, QualType Type,
                               const FunctionDecl *Function) {
  bool IsLibrary = Function && isInLibrary(*Function, Context);
  QualType Pointee = Type.isNull() ? Argument.getType()->getPointeeType()
                                   : Type->getPointeeType();
  bool IsReference = Type.isNull() ? false : Type->isReferenceType();
  HostValue Value;
  if (IsReference) {
    if (std::optional<HostPlace> Place = place(&Argument))
      Value = HostValue::address(std::move(*Place));
  } else {
    Value = evaluate(&Argument);
  }
  if (const FunctionDecl *Callee = callOperator(Argument.getType()))
    callBack(*Callee);
  if (Value.Kind == HostValue::Function && Value.Callee)
    return callBack(*Value.Callee);
  if (Value.Kind != HostValue::Address)
    return escape(Value);
  if (!Pointee.isNull() && Pointee.isConstQualified())
    return;
  if (!IsLibrary)
    escape(load(Value.Target));
  if (!IsLibrary)
    return escape(Value);
  HostValue Chosen;
  Chosen.Callee = Function;
  HostPlace Place = std::move(Value.Target);
  // A pointer to one part may be used for those behind it.
  if (!IsReference && !Place.Path.empty())
    Place.Path.clear();
  Current->store(Place, std::move(Chosen));
}

/// Takes a note of the launchers that \p E may call.
void HostExecution::addUnfollowed(const CallExpr &E,
                                  const FunctionDecl *Function) {
  const FunctionDecl *Body = nullptr;
  if (Function) {
    if (Function->hasBody(Body) &&
        Index.IsLauncher.contains(Function->getCanonicalDecl()))
      Unfollowed.insert(Body);
    return;
  }
  QualType Called = E.getCallee()->getType()->getPointeeType();
  for (const FunctionDecl *Launcher : Index.Launchers)
    if (!Called.isNull() && Context.hasSameType(Called, Launcher->getType()))
      Unfollowed.insert(Launcher);
}

/// Takes a note of the launchers that \p Named, an operand of an expression
/// with an error in it, may be.
void HostExecution::addUnfollowed(const Expr &Named) {
  const Expr *E = Named.IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Name = Ref->getDecl()->getDeclName();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Name = Member->getMemberDecl()->getDeclName();
  else if (const auto *Overloads = dyn_cast<OverloadExpr>(E))
    Name = Overloads->getName();
  if (Name.isEmpty())
    return;
  for (const FunctionDecl *Launcher : Index.Launchers)
    if (Launcher->getDeclName() == Name)
      Unfollowed.insert(Launcher);
}

void HostExecution::callUnseen(const CallExpr &E,
                               const FunctionDecl *Function) {
  addUnfollowed(E, Function);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  unsigned First = 0;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    Object = Member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance()) {
    Object = E.getArg(0);
    First = 1;
  }
  if (Object) {
    HostValue Value;
    if (Object->getType()->isPointerType())
      Value = evaluate(Object);
    else if (std::optional<HostPlace> Place = place(Object))
      Value = HostValue::address(std::move(*Place));
    if (!Method || !Method->isConst())
      escape(Value);
  }
  for (unsigned I = First; I < E.getNumArgs(); ++I) {
    QualType Type;
    if (Function && I - First < Function->getNumParams())
      Type = Function->getParamDecl(I - First)->getType();
    passUnseen(*E.getArg(I), Type, Function);
  }
  if (!Function || !isInLibrary(*Function, Context))
    Current->forgetGlobals();
}

HostValue HostExecution::evaluateCall(const CallExpr &E) {
  if (std::optional<LaunchKind> Kind = launchKind(E)) {
    recordLaunch(E, *Kind);
    return {};
  }
  const FunctionDecl *Function = E.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  llvm::SmallVector<const Expr *, 8> Arguments(E.arguments());
  std::optional<HostPlace> This;
  if (Method &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()) &&
      Method->isImplicit() && E.getNumArgs() == 2) {
    store(E.getArg(0), evaluate(E.getArg(1)));
    if (std::optional<HostPlace> Place = place(E.getArg(0)))
      return HostValue::address(std::move(*Place));
    return {};
  }
  if (!Function) {
    HostValue Callee = evaluate(E.getCallee());
    if (Callee.Kind == HostValue::Function)
      Function = Callee.Callee;
  } else if (Function->getBuiltinID() || Function->isConstexpr()) {
    HostValue Constant = evaluateLeaf(&E);
    if (!Constant.isUnknown())
      return Constant;
  }
  if (Method && Method->isInstance()) {
    const Expr *Object = nullptr;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
      Object = Member->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(E)) {
      Object = E.getArg(0);
      Arguments.erase(Arguments.begin());
    }
    if (Object && Object->getType()->isPointerType()) {
      HostValue Value = evaluate(Object);
      if (Value.Kind == HostValue::Address)
        This = std::move(Value.Target);
    } else if (Object) {
      This = place(Object);
    }
  }
  if (Function)
    if (std::optional<HostValue> Value =
            callFunction(*Function, Arguments, std::move(This)))
      return std::move(*Value);
  callUnseen(E, Function);
  HostValue Chosen;
  Chosen.Callee = Function;
  return Chosen;
}
