//===- Accumulators.cpp - Stores that may change nothing ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/Accumulators.h"
#include "Ast/AstWalker.h"

using namespace banklint;
using namespace clang;

using VariableSet = llvm::DenseSet<const VarDecl *>;

/// True if the value of \p S is made of that of one of \p Variables; not the
/// address of what it reads.
static bool isMadeOf(const clang::Stmt *S, const VariableSet &Variables) {
  if (!S || isa<ArraySubscriptExpr>(S))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->getOpcode() == UO_Deref)
    return false;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S)) {
    const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && Variables.count(Variable);
  }
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return isMadeOf(Child, Variables);
  });
}

/// True for a constant that some operator leaves the other operand with: of
/// floating point not 0, since 0.0 + -0.0 is not -0.0.
static bool mayBeNeutral(const clang::Expr &E, const ASTContext &Context) {
  if (E.isValueDependent() || E.containsErrors())
    return false;
  if (E.getType()->isRealFloatingType()) {
    llvm::APFloat Value(0.0);
    return E.EvaluateAsFloat(Value, Context) && !Value.isZero();
  }
  clang::Expr::EvalResult Result;
  return E.getType()->isIntegralOrEnumerationType() &&
         E.EvaluateAsInt(Result, Context);
}

namespace {
class AccumulatorFinder : public AstWalker {
public:
  explicit AccumulatorFinder(const ASTContext &Context) : Context(Context) {}

  VariableSet found() const {
    VariableSet Result;
    for (const VarDecl *Variable : Starting)
      if (!Others.count(Variable))
        Result.insert(Variable);
    return Result;
  }

  bool visitDecl(Decl *D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(D);
        Variable && Variable->isLocalVarDecl() && Variable->hasInit())
      note(*Variable, *Variable->getInit());
    return true;
  }
  bool visitStmt(const clang::Stmt *S) override {
    const auto *E = dyn_cast<BinaryOperator>(S);
    if (!E || E->getOpcode() != BO_Assign)
      return true;
    const auto *Reference =
        dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParenImpCasts());
    if (!Reference)
      return true;
    if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      note(*Variable, *E->getRHS());
    return true;
  }

private:
  void note(const VarDecl &Variable, const clang::Expr &Value) {
    if (mayBeNeutral(Value, Context))
      Starting.insert(&Variable);
    else if (!isMadeOf(&Value, {&Variable}))
      Others.insert(&Variable);
  }

  const ASTContext &Context;
  VariableSet Starting;
  /// Variables that get something else, too.
  VariableSet Others;
};

} // namespace

bool Accumulators::feed(const BinaryOperator &Store,
                        const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    return false;
  auto [It, IsNew] = Found.try_emplace(Definition);
  if (IsNew) {
    AccumulatorFinder Finder(Context);
    Finder.walk(Definition->getBody());
    It->second = Finder.found();
  }
  return isMadeOf(Store.getRHS(), It->second);
}
