//===- CodeShape.cpp - What the compiler may make of a statement ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeShape.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Device/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;

namespace {
class ShapeWalker : public AstWalker {
public:
  ShapeWalker(ASTContext &Context, unsigned Depth)
      : Context(Context), Depth(Depth) {}

  unsigned Nodes = 0;
  /// There is more than the source shows.
  bool IsHidden = false;
  bool HasChoices = false;
  bool HasLoops = false;

  /// Ends the walk at the node behind the one that hides something.
  bool visitStmt(const clang::Stmt *S) override;

private:
  static constexpr unsigned MaxNodes = 2048;
  static constexpr unsigned MaxDepth = 6;

  void noteDivision(const BinaryOperator &E) {
    IsHidden |= !E.getType()->isIntegralOrEnumerationType() ||
                !E.getRHS()->isIntegerConstantExpr(Context);
  }
  void noteCallee(const FunctionDecl &Function);

  ASTContext &Context;
  unsigned Depth;
};

} // namespace

/// True if \p E may read memory that is perhaps not there: the compiler loads
/// nothing from it before it is known to be needed. The program itself shows
/// branches around loads from shared memory.
static bool loadsByPointer(const clang::Stmt *E) {
  return !walk(E, [](const clang::Stmt *S) {
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      return !Member->isArrow() || isa<CXXThisExpr>(Member->getBase());
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_Deref;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const DeviceFunction *Known =
          Callee ? findDeviceFunction(*Callee) : nullptr;
      return Known && Known->Code == DeviceCode::Light;
    }
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S);
    if (!Subscript)
      return true;
    const clang::Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(Base);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Base->getType()->isArrayType() && Variable &&
           (Variable->hasLocalStorage() || Variable->hasAttr<CUDASharedAttr>());
  });
}

/// True if \p S evaluates an expression that loads under a condition.
static bool isChoiceOfLoads(const clang::Stmt *S) {
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return loadsByPointer(Choice->getTrueExpr()) ||
           loadsByPointer(Choice->getFalseExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  return Binary && Binary->isLogicalOp() && loadsByPointer(Binary->getRHS());
}

void ShapeWalker::noteCallee(const FunctionDecl &Function) {
  if (isOfCuda(Function) && !isNamesake(Function)) {
    const DeviceFunction *Known = findDeviceFunction(Function);
    IsHidden |= !Known || Known->Code != DeviceCode::Light;
    return;
  }
  const FunctionDecl *Definition = nullptr;
  if (Depth == MaxDepth || !Function.hasBody(Definition)) {
    IsHidden |= !Function.isTrivial();
    return;
  }
  ShapeWalker Callee(Context, Depth + 1);
  Callee.walk(Definition->getBody());
  IsHidden |= Callee.IsHidden;
  HasChoices |= Callee.HasChoices;
  HasLoops |= Callee.HasLoops;
  Nodes += Callee.Nodes;
}

bool ShapeWalker::visitStmt(const clang::Stmt *S) {
  // What is large is as good as unknown.
  IsHidden |= ++Nodes > MaxNodes;
  if (IsHidden)
    return false;
  HasLoops |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  HasChoices = HasChoices || isChoiceOfLoads(S);
  IsHidden |= isa<GotoStmt, AsmStmt>(S);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    const BinaryOperatorKind Code = Binary->getOpcode();
    if (Code == BO_Div || Code == BO_Rem || Code == BO_DivAssign ||
        Code == BO_RemAssign)
      noteDivision(*Binary);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (const FunctionDecl *Function = Call->getDirectCallee())
      noteCallee(*Function);
    else
      IsHidden = true;
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    if (!Construct->getConstructor()->isTrivial())
      noteCallee(*Construct->getConstructor());
  }
  return true;
}

CodeShape banklint::shapeOf(const clang::Stmt &S, ASTContext &Context) {
  ShapeWalker Shape(Context, 0);
  Shape.walk(&S);
  CodeShape Result;
  Result.MayBranch = Shape.IsHidden || Shape.HasChoices;
  Result.HasLoops = Shape.HasLoops;
  if (!Shape.IsHidden)
    Result.Nodes = Shape.Nodes;
  return Result;
}
