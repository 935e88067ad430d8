//===- RoundConstants.cpp - What the number of a round decides ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/RoundConstants.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;

namespace {
/// Those of a loop that each round executes.
struct RoundParts {
  const clang::Stmt *Test = nullptr;
  const clang::Stmt *Body = nullptr;
  const clang::Stmt *Step = nullptr;
};
} // namespace

static RoundParts partsOf(const clang::Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return {For->getCond(), For->getBody(), For->getInc()};
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return {While->getCond(), While->getBody(), nullptr};
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return {Do->getCond(), Do->getBody(), nullptr};
  return {};
}

static const DeclRefExpr *mention(const clang::Expr *E) {
  return dyn_cast<DeclRefExpr>(E->IgnoreParens());
}

/// The scalar that \p Ref names, if only the function itself can change it.
static const VarDecl *localScalar(const DeclRefExpr &Ref) {
  const VarDecl *Variable = variableOf(Ref);
  return Variable && Variable->hasLocalStorage() &&
                 Variable->getType()->isScalarType()
             ? Variable
             : nullptr;
}

void RoundConstants::noteAssignment(const clang::Expr *E,
                                    const clang::Expr *Value) {
  const DeclRefExpr *Ref = mention(E);
  const VarDecl *Variable = Ref ? localScalar(*Ref) : nullptr;
  if (!Variable)
    return;
  Plain.insert(Ref);
  Assigned[Variable];
  if (Value)
    Assigned[Variable].push_back(Value);
}

void RoundConstants::collect(const clang::Stmt *Part) {
  walk(Part, [this](const clang::Stmt *S) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isAssignmentOp())
        noteAssignment(Binary->getLHS(), Binary->getRHS());
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      if (Unary->isIncrementDecrementOp())
        noteAssignment(Unary->getSubExpr(), nullptr);
    } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
      if (const DeclRefExpr *Ref = mention(Cast->getSubExpr());
          Ref && Cast->getCastKind() == CK_LValueToRValue)
        Plain.insert(Ref);
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D);
            Variable && Variable->hasLocalStorage() && Variable->getInit() &&
            Variable->getType()->isScalarType()) {
          Assigned[Variable].push_back(Variable->getInit());
          Variables.insert(Variable);
        }
    }
    return true;
  });
}

namespace {
/// Finds what code under conditions assigns to.
class ConditionalAssignments : public AstWalker {
public:
  std::vector<const clang::Expr *> Targets;

  bool enter(const clang::Stmt *S) override {
    Depth += isCondition(*S);
    return true;
  }
  void leave(const clang::Stmt *S) override { Depth -= isCondition(*S); }
  bool visitStmt(const clang::Stmt *S) override {
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    const auto *Unary = dyn_cast<UnaryOperator>(S);
    if (Depth != 0 && Binary && Binary->isAssignmentOp())
      Targets.push_back(Binary->getLHS());
    else if (Depth != 0 && Unary && Unary->isIncrementDecrementOp())
      Targets.push_back(Unary->getSubExpr());
    return true;
  }

private:
  static bool isCondition(const clang::Stmt &S) {
    const auto *Binary = dyn_cast<BinaryOperator>(&S);
    return isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt,
               AbstractConditionalOperator>(S) ||
           (Binary && Binary->isLogicalOp());
  }

  unsigned Depth = 0;
};
} // namespace

/// Takes out the variables that code under conditions in \p Part changes.
void RoundConstants::removeConditional(const clang::Stmt *Part) {
  ConditionalAssignments Found;
  Found.walk(Part);
  for (const clang::Expr *Target : Found.Targets)
    if (const DeclRefExpr *Ref = mention(Target))
      if (const VarDecl *Variable = localScalar(*Ref))
        Variables.erase(Variable);
}

RoundConstants::RoundConstants(const clang::Stmt &Loop,
                               const ASTContext &Context)
    : Context(Context) {
  const RoundParts Parts = partsOf(Loop);
  for (const clang::Stmt *Part : {Parts.Test, Parts.Body, Parts.Step})
    if (Part)
      collect(Part);
  for (const auto *Ref : nodesIn<DeclRefExpr>(Parts.Test))
    if (const VarDecl *Variable = localScalar(*Ref);
        Variable && Assigned.count(Variable))
      Variables.insert(Variable);
  for (const clang::Stmt *Part : {Parts.Test, Parts.Body, Parts.Step})
    removeConditional(Part);
  // What is named in other ways may be changed elsewhere.
  for (const clang::Stmt *Part : {Parts.Test, Parts.Body, Parts.Step})
    for (const auto *Ref : nodesIn<DeclRefExpr>(Part))
      if (const VarDecl *Variable = localScalar(*Ref);
          Variable && !Plain.contains(Ref))
        Variables.erase(Variable);
  constexpr unsigned MaxVariables = 512;
  if (Assigned.size() > MaxVariables)
    Variables.clear();
  for (bool HasChanged = !Variables.empty(); HasChanged;) {
    HasChanged = false;
    for (const auto &[Variable, Values] : Assigned)
      if (Variables.contains(Variable) &&
          !llvm::all_of(Values,
                        [this](const clang::Expr *E) { return contains(E); }))
        HasChanged |= Variables.erase(Variable);
  }
}

bool RoundConstants::contains(const clang::Expr *E, unsigned Depth) const {
  constexpr unsigned MaxDepth = 64;
  if (Depth == MaxDepth)
    return false;
  const auto Contains = [this, Depth](const clang::Expr *Part) {
    return contains(Part, Depth + 1);
  };
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const VarDecl *Variable = localScalar(*Ref);
        Variable && Variables.contains(Variable))
      return true;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Contains(Cast->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Contains(Temporary->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isArithmeticOp() && Contains(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAssignmentOp() && Contains(Binary->getLHS()) &&
           Contains(Binary->getRHS());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Contains(Choice->getCond()) && Contains(Choice->getTrueExpr()) &&
           Contains(Choice->getFalseExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const DeviceFunction *Known =
        Callee ? findDeviceFunction(*Callee) : nullptr;
    return Known && Known->Code == DeviceCode::Light &&
           llvm::all_of(Call->arguments(), Contains);
  }
  return !E->isValueDependent() && E->isEvaluatable(Context);
}
