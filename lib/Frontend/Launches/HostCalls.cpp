//===- HostCalls.cpp - Calls in host code ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "Ast/AstQueries.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Calls inside of calls that are followed.
static constexpr unsigned MaxDepth = 24;
// Statements and expressions of a call that is followed for its value alone.
static constexpr unsigned ValueSteps = 6000;

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

/// True if \p Function changes a global that launches depend on, and nothing
/// but what it names.
bool HostCalls::changesRelevantGlobal(const FunctionDecl &Function) {
  return Plain.contains(Function) &&
         llvm::any_of(Changes.in(Function.getBody()).Variables,
                      [this](const VarDecl *V) {
                        return V && V->hasGlobalStorage() &&
                               Path.Index->Relevant.contains(V);
                      });
}

bool HostCalls::mayFollow(const FunctionDecl &Function) {
  if (Function.isDependentContext() || Function.isVariadic() ||
      Function.hasAttr<CUDAGlobalAttr>() || Path.Frames.size() > MaxDepth)
    return false;
  if (llvm::any_of(Path.Frames, [&](const HostFrame &F) {
        return F.Function->getCanonicalDecl() == Function.getCanonicalDecl();
      }))
    return false;
  if (Path.isLauncher(Function))
    return true;
  if (TooLong.contains(&Function))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Method && (Method->isVirtual() || mayChangeContainer(*Method)))
    return false;
  return Method || !Function.getReturnType()->isVoidType() ||
         hasOutput(Function) || changesRelevantGlobal(Function) ||
         Changes.in(Function.getBody()).MayEnd;
}

/// Gives the parameters of \p Function what \p Arguments are.
void HostCalls::bindParameters(const FunctionDecl &Function,
                               llvm::ArrayRef<const Expr *> Arguments) {
  const size_t Count =
      std::min<size_t>(Function.getNumParams(), Arguments.size());
  std::vector<HostValue> Given;
  for (size_t I = 0; I != Count; ++I)
    Given.push_back(Function.getParamDecl(I)->getType()->isReferenceType()
                        ? Values.referenceTo(Arguments[I])
                        : Values.evaluate(Arguments[I]));
  // Only now: arguments may read the parameters, in an earlier call, and may
  // call the function.
  for (size_t I = 0; I != Count; ++I) {
    const ParmVarDecl *Parameter = Function.getParamDecl(I);
    Path.Current->erase(Parameter);
    Path.Current->store(
        {Parameter, {}, false},
        Path.fresh(Parameter->getType(), std::move(Given[I]), Context));
  }
}

/// \p This is a copy: what initializes a member may call functions, and frames
/// move then.
void HostCalls::initMembers(const CXXConstructorDecl &Constructor,
                            HostPlace This) {
  for (const CXXCtorInitializer *Init : Constructor.inits()) {
    const FieldDecl *Field = Init->getMember();
    std::optional<unsigned> Part = memberIndex(*Init, *Constructor.getParent());
    if (Field && Field->getType()->isReferenceType()) {
      Values.bindMember(*Field, *Init->getInit());
    } else if (Part) {
      HostValue Value = Values.evaluate(Init->getInit());
      if (Field && Field->isBitField())
        Value = asBitField(std::move(Value), *Field);
      Path.Current->store(This.part(*Part), std::move(Value));
    } else {
      Values.escape(Values.evaluate(Init->getInit()));
    }
  }
}

/// True if \p Root, an object or a variable, ends with the call of \p Callee.
static bool isLocalOf(const HostFrame &Callee, HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const VarDecl *>();
  if (!Variable)
    return llvm::is_contained(Callee.Temporaries, Root);
  return !Variable->hasGlobalStorage() &&
         Variable->getParentFunctionOrMethod() == Callee.Function;
}

/// Goes on with what \p Of returns, a value of \p Type, on one of its paths.
/// All its ways together know of the symbols from before what was known then.
/// \p IsLocal is true for what ends with it.
HostValue HostCalls::finish(const Execution &Of,
                            std::vector<HostReturn> Returns, QualType Type,
                            llvm::function_ref<bool(HostRoot)> IsLocal) {
  std::vector<HostReturn> Ends;
  for (auto &[State, Value] : Returns) {
    const SymbolRanges Lost =
        std::exchange(State.LostFacts, Of.Before.LostFacts);
    State.LostFacts.add(Lost, Of.Symbols + 1);
    if (Value.Kind == HostValue::Address && IsLocal(Value.Target.Root)) {
      llvm::SaveAndRestore Running(Path.Current, &State);
      Value = Values.load(Value.Target);
    }
    State.eraseIf(IsLocal);
    auto Same = llvm::find_if(Ends, [&, &V = Value, &S = State](auto &Other) {
      return Other.second == V &&
             HostState::agree(Other.first, S, [&](HostRoot Root) {
               const auto *Variable = Root.dyn_cast<const VarDecl *>();
               return !Variable || Path.Index->Relevant.contains(Variable);
             });
    });
    if (Same != Ends.end()) {
      Same->first.join(State, Path.Terms);
      // They may still be different unknowns.
      Same->second = commonValue(Same->second, Value, Path.Terms);
    } else {
      Ends.push_back({std::move(State), std::move(Value)});
    }
  }
  // It does not return.
  if (Ends.empty()) {
    Path.HasEnded |= !Path.isSpent();
    return {};
  }
  std::optional<unsigned> Choice = 0;
  if (Ends.size() > 1)
    Choice = Path.Choices.chooseEnd(Of.Call, Ends, Of.MostPaths);
  if (Choice) {
    *Path.Current = std::move(Ends[*Choice].first);
    return Ends[*Choice].second;
  }
  for (HostReturn &Each : Ends)
    Each.first.recallSymbols(Of.Before, Path.Terms);
  for (size_t I = 1; I != Ends.size(); ++I) {
    Ends[0].first.join(Ends[I].first, Path.Terms);
    Ends[0].second = commonValue(Ends[0].second, Ends[I].second, Path.Terms);
  }
  // What they return is among what is lost.
  Ends[0].second = Path.fresh(Type, std::move(Ends[0].second), Context);
  Path.loseFacts(Ends[0].first, Of.Symbols + 1);
  *Path.Current = std::move(Ends[0].first);
  return Ends[0].second;
}

/// The functions that \p Function, whose parameters have their values, is
/// given.
std::vector<HostValue> HostCalls::givenFunctions(const FunctionDecl &Function) {
  std::vector<HostValue> Given;
  for (const ParmVarDecl *Parameter : Function.parameters())
    if (HostValue Value = Values.load({Parameter, {}, false});
        Value.Kind == HostValue::Function)
      Given.push_back(std::move(Value));
  return Given;
}

std::optional<HostValue>
HostCalls::callFunction(const FunctionDecl &Declared,
                        llvm::ArrayRef<const Expr *> Arguments, Receiver Of) {
  const FunctionDecl *Function = nullptr;
  if (!Declared.hasBody(Function) || !mayFollow(*Function))
    return std::nullopt;
  HostState Before = *Path.Current;
  const unsigned Symbols = Path.Terms.count();
  bindParameters(*Function, Arguments);
  if (Path.HasEnded)
    return HostValue();
  std::vector<HostValue> Given = givenFunctions(*Function);
  HostFrame Callee(*Function);
  Callee.This = std::move(Of.This);
  Callee.IsLauncher = Path.isLauncher(*Function) ||
                      llvm::any_of(Given, [this](const HostValue &Each) {
                        return Path.isLauncher(*Each.Callee);
                      });
  // Within a limit of its own, unless that of its caller is nearer.
  std::optional<llvm::SaveAndRestore<unsigned>> Limited;
  if (!Callee.IsLauncher && Path.Steps + ValueSteps <= Path.StepLimit)
    Limited.emplace(Path.StepLimit, Path.Steps + ValueSteps);
  bool TakesAll = Path.TakesAllWays && Callee.IsLauncher;
  llvm::SaveAndRestore Ways(Path.TakesAllWays, TakesAll);
  Path.Frames.push_back(std::move(Callee));
  SavedVariables Saved = bindCaptures(*Function, Of.Closure);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    if (Path.frame().This)
      initMembers(*Constructor, *Path.frame().This);
  Values.applyLost(Lost.at(Function));
  const unsigned Call = Path.Choices.beginCall();
  const HostReturn *Known = Path.Choices.endOf(Call);
  std::vector<HostReturn> Returns;
  if (!Known)
    Returns = Statements.executeBody(*Function, *Path.Current);
  Callee = std::move(Path.frame());
  Path.Frames.pop_back();
  if (!Known && Path.isSpent() && !Callee.IsLauncher) {
    // Other calls of it would only use up the steps of the launchers.
    if (Limited)
      TooLong.insert(Function);
    *Path.Current = std::move(Before);
    return std::nullopt;
  }
  HostValue Result;
  if (Known)
    std::tie(*Path.Current, Result) = *Known;
  else
    Result = finish({Call, std::move(Before), Symbols}, std::move(Returns),
                    Function->getReturnType(), [&Callee](HostRoot Root) {
                      return isLocalOf(Callee, Root);
                    });
  restore(std::move(Saved));
  // A library's code often ends where another thread would begin.
  if (isOfHeaders(*Function))
    for (const HostValue &Each : Given)
      if (!Launches.Executed.contains(Each.Callee->getCanonicalDecl()))
        Values.escape(Each);
  return Result;
}

HostValue HostCalls::evaluateConstruct(const CXXConstructExpr &E) {
  const CXXConstructorDecl &Constructor = *E.getConstructor();
  if (Constructor.isCopyOrMoveConstructor() && Constructor.isImplicit())
    return Values.evaluate(E.getArg(0));
  // std::vector and std::array of a list stand for the list.
  if (E.getNumArgs() != 0 && Constructor.getParent()->isInStdNamespace() &&
      isa<CXXStdInitializerListExpr>(E.getArg(0)->IgnoreImplicit()))
    return Values.evaluate(E.getArg(0)->IgnoreImplicit());
  if (E.requiresZeroInitialization() && Constructor.isTrivial())
    return zeroOf(E.getType(), Context);
  if (isFunctionWrapper(*Constructor.getParent()) && E.getNumArgs() != 0)
    return Values.evaluate(E.getArg(0));
  HostPlace Made = Values.temporary(E, E.requiresZeroInitialization()
                                           ? zeroOf(E.getType(), Context)
                                           : HostValue());
  llvm::ArrayRef<const Expr *> Arguments(E.getArgs(), E.getNumArgs());
  if (!callFunction(Constructor, Arguments, {Made, {}})) {
    for (unsigned I = 0; I != E.getNumArgs(); ++I)
      passUnseen(*E.getArg(I),
                 I < Constructor.getNumParams()
                     ? Constructor.getParamDecl(I)->getType()
                     : QualType(),
                 &Constructor);
    if (mayRunSource(Constructor, Arguments))
      Path.Current->forgetGlobals();
    Path.Current->forgetExposed();
    Path.Current->store(Made, {});
  }
  return Values.load(Made);
}

/// True if \p Method makes its object what it is given.
static bool assignsWhole(const CXXMethodDecl &Method) {
  if (Method.isCopyAssignmentOperator() || Method.isMoveAssignmentOperator())
    return Method.isImplicit() || isFunctionWrapper(*Method.getParent());
  return Method.getOverloadedOperator() == OO_Equal &&
         isFunctionWrapper(*Method.getParent());
}

/// The object of \p E, which calls \p Method.
HostCalls::Receiver HostCalls::receiverOf(const CallExpr &E,
                                          const CXXMethodDecl &Method) {
  Receiver Of;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E))
    Object = E.getArg(0);
  if (!Object)
    return Of;
  const auto *CalledAtOnce =
      isa<CXXOperatorCallExpr>(E)
          ? dyn_cast<LambdaExpr>(Object->IgnoreUnlessSpelledInSource())
          : nullptr;
  if (CalledAtOnce) {
    Of.Closure = Values.evaluateLambda(*CalledAtOnce, true);
  } else if (Object->getType()->isPointerType()) {
    HostValue Value = Values.evaluate(Object);
    if (Value.Kind == HostValue::Address)
      Of.This = std::move(Value.Target);
  } else {
    Of.This = Values.place(Object);
  }
  if (Of.This && Method.getOverloadedOperator() == OO_Call &&
      (isLambdaCallOperator(&Method) || isFunctionWrapper(*Method.getParent())))
    Of.Closure = Values.load(*std::exchange(Of.This, std::nullopt));
  return Of;
}

/// True if \p Function returns the program's next option, -1 for none.
static bool readsOptions(const FunctionDecl &Function) {
  return Function.getIdentifier() && isOfHeaders(Function) &&
         llvm::is_contained({"getopt", "getopt_long", "getopt_long_only"},
                            Function.getName());
}

HostValue HostCalls::evaluateCall(const CallExpr &E) {
  if (launchKind(E)) {
    Launches.Reached.insert(&E);
    LaunchRecord Record = readLaunch(E, Values);
    Record.IsDoubtful = Path.Current->IsDoubtful || Path.TakesAllWays;
    if (!Path.HasEnded && Launches.add(std::move(Record)))
      Path.allowMore();
    // A kernel may write to memory of the host.
    Path.Current->forgetExposed();
    return {};
  }
  const FunctionDecl *Function = E.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  if (Method && assignsWhole(*Method) && E.getNumArgs() == 2) {
    HostValue Value = Values.evaluate(E.getArg(1));
    const std::optional<HostPlace> Place = Values.place(E.getArg(0));
    Values.store(*E.getArg(0), Place, std::move(Value));
    return Place ? HostValue::address(*Place) : HostValue();
  }
  Receiver Of;
  if (!Function) {
    Of.Closure = Values.evaluate(E.getCallee());
  } else if (Function->getBuiltinID() || Function->isConstexpr()) {
    HostValue Constant = hostConstant(&E, Context);
    if (!Constant.isUnknown())
      return Constant;
  }
  llvm::ArrayRef<const Expr *> Arguments(E.getArgs(), E.getNumArgs());
  if (Method && Method->isInstance()) {
    Of = receiverOf(E, *Method);
    if (isa<CXXOperatorCallExpr>(E))
      Arguments = Arguments.drop_front();
  }
  if (Of.Closure.Kind == HostValue::Function &&
      (!Method || !isLambdaCallOperator(Method)))
    Function = Of.Closure.Callee;
  if (Function)
    if (std::optional<HostValue> Value =
            callFunction(*Function, Arguments, std::move(Of))) {
      Path.HasEnded |= neverReturns(*Function);
      return std::move(*Value);
    }
  callUnseen(E, Function);
  Path.HasEnded |= Function && neverReturns(*Function);
  if (Path.IsDefaultRun && Function && readsOptions(*Function))
    return HostValue::integer(-1);
  HostValue Chosen;
  Chosen.Callee = Function;
  return Chosen;
}

HostValue HostCalls::evaluateInside(const StmtExpr &E) {
  const Execution Inside{Path.Choices.beginCall(), *Path.Current,
                         Path.Terms.count(), HostChoices::MaxInside};
  HostValue Result;
  if (const HostReturn *Known = Path.Choices.endOf(Inside.Call)) {
    std::tie(*Path.Current, Result) = *Known;
    return Result;
  }
  const CompoundStmt &Block = *E.getSubStmt();
  std::vector<HostReturn> Ends = Statements.executeInside(Block, Inside.Before);
  if (Path.isSpent())
    return Result;
  return finish(Inside, std::move(Ends), E.getType(), [&Block](HostRoot Root) {
    const auto *Variable = Root.dyn_cast<const VarDecl *>();
    return Variable && !Variable->hasGlobalStorage() &&
           isDeclaredIn(*Variable, Block);
  });
}
