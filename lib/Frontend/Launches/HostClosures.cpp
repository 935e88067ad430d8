//===- HostClosures.cpp - Lambdas of host code ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a lambda names the variables around it, also where it captured
// them by copy. A closure keeps the values of these, and they have them again
// while its body is executed.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostCalls.h"
#include "clang/AST/ASTLambda.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The captures of the lambda that \p Function is the call operator of; none if
/// it is another function.
static llvm::ArrayRef<LambdaCapture> capturesOf(const FunctionDecl &Function) {
  if (!isLambdaCallOperator(&Function))
    return {};
  const CXXRecordDecl *Class = cast<CXXMethodDecl>(Function).getParent();
  return {Class->captures_begin(), Class->captures_end()};
}

/// Parts that the value of a capture may have; of others, nothing is kept.
static constexpr unsigned MaxCapturedParts = 64;

static unsigned countParts(const HostValue &Value) {
  unsigned Count = 1;
  for (const HostValue &Element : Value.Elements)
    Count += countParts(Element);
  return Count;
}

/// The variable that \p Capture names; null if it names none.
static const VarDecl *capturedVariable(const LambdaCapture &Capture) {
  return Capture.capturesVariable()
             ? dyn_cast<VarDecl>(Capture.getCapturedVar())
             : nullptr;
}

/// What a call of \p E's closure executes: of a generic lambda, its only
/// instance.
static const FunctionDecl &calledBy(const LambdaExpr &E) {
  if (const FunctionTemplateDecl *Generic = E.getDependentCallOperator())
    if (auto Instances = Generic->specializations();
        llvm::hasSingleElement(Instances))
      return **Instances.begin();
  return *E.getCallOperator();
}

HostValue HostEvaluator::evaluateLambda(const LambdaExpr &E,
                                        bool IsCalledAtOnce) {
  VariableSet Changed = changedVariables(E.getBody(), Lost);
  HostValue Closure = HostValue::function(calledBy(E));
  for (const LambdaCapture &Capture : E.captures()) {
    HostValue &Captured = Closure.Elements.emplace_back();
    // An object that is being made may get another place afterwards.
    if (Capture.getCaptureKind() == LCK_This && Path.frame().This &&
        isa<CXXMethodDecl>(Path.frame().Function) &&
        (IsCalledAtOnce || !isa<CXXConstructorDecl>(Path.frame().Function)))
      Captured = HostValue::address(*Path.frame().This);
    const VarDecl *Variable = capturedVariable(Capture);
    if (!Variable)
      continue;
    const bool ChangesInside = Changed.contains(Variable);
    if (Capture.getCaptureKind() == LCK_ByRef) {
      // Calls change the variable, by this name or by another one.
      if (Variable->isInitCapture())
        escapePlace(Variable->getInit());
      else if (ChangesInside && !IsCalledAtOnce)
        Path.Current->escape(Variable);
      continue;
    }
    // Other code names the variable by the name that the body has for its copy.
    if (!Variable->isInitCapture() && Changes.mayChange(*Variable)) {
      Path.Current->escape(Variable);
      continue;
    }
    HostValue Value = Variable->isInitCapture() ? evaluate(Variable->getInit())
                                                : load({Variable, {}, false});
    if (ChangesInside || countParts(Value) > MaxCapturedParts)
      escape(Value);
    else
      Captured = std::move(Value);
  }
  return Closure;
}

HostCalls::SavedVariables HostCalls::bindCaptures(const FunctionDecl &Function,
                                                  const HostValue &Closure) {
  SavedVariables Saved;
  for (const auto &[Index, Capture] : llvm::enumerate(capturesOf(Function))) {
    HostValue Captured;
    if (Index < Closure.Elements.size())
      Captured = Closure.Elements[Index];
    if (Capture.getCaptureKind() == LCK_This &&
        Captured.Kind == HostValue::Address)
      Path.frame().This = Captured.Target;
    const VarDecl *Variable = capturedVariable(Capture);
    if (!Variable || Capture.getCaptureKind() == LCK_ByRef)
      continue;
    HostPlace Place{Variable, {}, false};
    Saved.push_back({Variable, Path.Current->held(Variable)});
    Path.Current->erase(Variable);
    // What other code does by that name is not done to the copy.
    if (!Variable->isInitCapture() && Changes.mayChange(*Variable))
      Path.Current->escape(Variable);
    else
      Path.Current->store(Place, std::move(Captured));
  }
  return Saved;
}

void HostCalls::restore(SavedVariables Saved) {
  for (auto &[Variable, Held] : Saved)
    Path.Current->putBack(Variable, std::move(Held));
}

void HostCalls::callBack(const HostValue &Called) {
  if (Called.Kind == HostValue::Aggregate)
    for (const HostValue &Element : Called.Elements)
      callBack(Element);
  const FunctionDecl *Function = nullptr;
  if (Called.Kind != HostValue::Function || !Called.Callee->hasBody(Function) ||
      !Path.isLauncher(*Function))
    return;
  if (!mayFollow(*Function)) {
    Launches.Unfollowed.insert(Function);
    return;
  }
  Launches.CalledBack.insert(Function);
  // It may be called at any later time, and more than once.
  Path.Current->Memory.close();
  Path.forget(Changes.in(Function->getBody()), *Path.Current);
  HostState Then = *Path.Current;
  std::vector<HostReturn> Returns;
  {
    llvm::SaveAndRestore Later(Path.Current, &Then);
    Then.forgetGlobals();
    for (const LambdaCapture &Capture : capturesOf(*Function))
      if (const VarDecl *Variable = capturedVariable(Capture);
          Variable && Changes.mayChange(*Variable))
        Then.forget(Variable);
    for (const HostValue &Captured : Called.Elements)
      if (Captured.Kind == HostValue::Address)
        Then.forget(Captured.Target.Root);
    for (const ParmVarDecl *Parameter : Function->parameters())
      Then.store({Parameter, {}, false},
                 Path.fresh(Parameter->getType(), {}, Context));
    HostFrame Callee(*Function);
    Callee.IsLauncher = true;
    Path.Frames.push_back(std::move(Callee));
    bindCaptures(*Function, Called);
    Returns = Statements.executeBody(*Function, Then);
    Path.Frames.pop_back();
  }
  for (const auto &[State, Value] : Returns)
    Path.Current->escapeAsIn(State);
}
