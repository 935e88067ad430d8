//===- LoopPeeling.cpp - Rounds that get code of their own ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/LoopPeeling.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace banklint;
using namespace clang;

namespace {
/// What a loop does to variables.
class LoopWrites : public AstWalker {
public:
  struct Write {
    const VarDecl *Variable;
    const clang::Expr *Value;
  };
  /// `variable = value`, and initializers in the loop.
  std::vector<Write> Writes;
  /// Those that a round changes in another way.
  VariableSet Changed;
  /// Those that are made anew in each round.
  VariableSet Inner;
  /// Those that a constant is added to, and those that are compared.
  VariableSet Stepped;
  VariableSet Compared;
  /// Those that are handed to what may set them.
  VariableSet HandedOut;
  /// A lambda may do anything with them.
  bool HasLambdas = false;
  /// What the loop tests is no reason to peel it.
  const clang::Stmt *Test = nullptr;

  bool visitStmt(const clang::Stmt *S) override;
  bool visitDecl(clang::Decl *D) override;

private:
  void visitBinary(const BinaryOperator &E);
};
} // namespace

/// The variable that \p E names, or null.
static const VarDecl *variableOf(const clang::Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? banklint::variableOf(*Ref) : nullptr;
}

void LoopWrites::visitBinary(const BinaryOperator &E) {
  if (E.isComparisonOp() && &E != Test)
    for (const clang::Expr *Side : {E.getLHS(), E.getRHS()})
      if (const VarDecl *Variable = variableOf(Side))
        Compared.insert(Variable);
  const VarDecl *Variable = variableOf(E.getLHS());
  if (!Variable || !E.isAssignmentOp())
    return;
  if (E.getOpcode() == BO_Assign) {
    Writes.push_back({Variable, E.getRHS()});
    return;
  }
  Changed.insert(Variable);
  if (E.isAdditiveOp() || E.getOpcode() == BO_AddAssign ||
      E.getOpcode() == BO_SubAssign)
    if (isa<IntegerLiteral>(E.getRHS()->IgnoreParenImpCasts()))
      Stepped.insert(Variable);
}

bool LoopWrites::visitStmt(const clang::Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    visitBinary(*Binary);
  } else if (const auto *Unary = dyn_cast<clang::UnaryOperator>(S)) {
    const VarDecl *Variable = variableOf(Unary->getSubExpr());
    if (Variable && Unary->isIncrementDecrementOp()) {
      Changed.insert(Variable);
      Stepped.insert(Variable);
    } else if (Variable && Unary->getOpcode() == UO_AddrOf) {
      HandedOut.insert(Variable);
    }
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    // A variable that no cast reads is passed by reference.
    for (const clang::Expr *Argument : Call->arguments())
      if (isa<DeclRefExpr>(Argument->IgnoreParens()))
        if (const VarDecl *Variable = variableOf(Argument))
          HandedOut.insert(Variable);
  }
  HasLambdas |= isa<LambdaExpr>(S);
  return true;
}

bool LoopWrites::visitDecl(clang::Decl *D) {
  if (const auto *Variable = dyn_cast<VarDecl>(D)) {
    Inner.insert(Variable);
    if (Variable->getInit())
      Writes.push_back({Variable, Variable->getInit()});
    if (Variable->getType()->isReferenceType() && Variable->getInit())
      if (const VarDecl *Other = variableOf(Variable->getInit()))
        HandedOut.insert(Other);
  }
  return true;
}

/// True if \p Value names one of \p Variables.
static bool names(const clang::Expr *Value, const VariableSet &Variables) {
  return !walk(Value, [&](const clang::Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return !Ref || !Variables.contains(banklint::variableOf(*Ref));
  });
}

/// What \p Loop tests, without casts; null if that is nothing.
static const clang::Stmt *testOf(const clang::Stmt &Loop) {
  const clang::Expr *Test = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    Test = For->getCond();
  else if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    Test = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    Test = Do->getCond();
  return Test ? Test->IgnoreParenImpCasts() : nullptr;
}

/// True if \p Found sets a variable that lives from round to round to what no
/// round changes.
static bool setsToInvariant(const LoopWrites &Found) {
  // Variables of a round vary if what they are set to does; those that live on
  // do by being set at all.
  VariableSet Varying = Found.Changed;
  for (const LoopWrites::Write &Each : Found.Writes)
    if (!Found.Inner.contains(Each.Variable))
      Varying.insert(Each.Variable);
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (const LoopWrites::Write &Each : Found.Writes)
      if (names(Each.Value, Varying))
        HasChanged |= Varying.insert(Each.Variable).second;
  }
  return llvm::any_of(Found.Writes, [&](const LoopWrites::Write &Each) {
    return !Found.Inner.contains(Each.Variable) && !names(Each.Value, Varying);
  });
}

bool banklint::mayBePeeled(const clang::Stmt &Loop) {
  LoopWrites Found;
  Found.Test = testOf(Loop);
  // What the head declares lives from round to round.
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    Found.walk(For->getCond());
    Found.walk(For->getInc());
    Found.walk(For->getBody());
  } else {
    Found.walk(&Loop);
  }
  const auto IsOuter = [&Found](const VarDecl *Variable) {
    return !Found.Inner.contains(Variable);
  };
  return Found.HasLambdas || llvm::any_of(Found.HandedOut, IsOuter) ||
         setsToInvariant(Found) ||
         llvm::any_of(Found.Stepped, [&](const VarDecl *Variable) {
           return IsOuter(Variable) && Found.Compared.contains(Variable);
         });
}
