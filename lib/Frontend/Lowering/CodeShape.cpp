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
  bool MayBranch = false;
  bool HasLoops = false;

  /// Ends the walk at the node behind the one that may branch.
  bool visitStmt(const clang::Stmt *S) override;

private:
  static constexpr unsigned MaxNodes = 2048;
  static constexpr unsigned MaxDepth = 6;

  void noteDivision(const BinaryOperator &E) {
    MayBranch |= !E.getType()->isIntegralOrEnumerationType() ||
                 !E.getRHS()->isIntegerConstantExpr(Context);
  }
  void noteCallee(const FunctionDecl &Function);

  ASTContext &Context;
  unsigned Depth;
};

} // namespace

void ShapeWalker::noteCallee(const FunctionDecl &Function) {
  if (isOfHeaders(Function) && !isNamesake(Function)) {
    const DeviceFunction *Known = findDeviceFunction(Function);
    MayBranch |= !Known || Known->Code != DeviceCode::Light;
    return;
  }
  const FunctionDecl *Definition = nullptr;
  if (Depth == MaxDepth || !Function.hasBody(Definition)) {
    MayBranch |= !Function.isTrivial();
    return;
  }
  ShapeWalker Callee(Context, Depth + 1);
  Callee.walk(Definition->getBody());
  MayBranch |= Callee.MayBranch;
  HasLoops |= Callee.HasLoops;
  Nodes += Callee.Nodes;
}

bool ShapeWalker::visitStmt(const clang::Stmt *S) {
  // What is large is as good as unknown.
  MayBranch |= ++Nodes > MaxNodes;
  if (MayBranch)
    return false;
  HasLoops |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  MayBranch |= isa<GotoStmt, AsmStmt>(S);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    const BinaryOperatorKind Code = Binary->getOpcode();
    if (Code == BO_Div || Code == BO_Rem || Code == BO_DivAssign ||
        Code == BO_RemAssign)
      noteDivision(*Binary);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (const FunctionDecl *Function = Call->getDirectCallee())
      noteCallee(*Function);
    else
      MayBranch = true;
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    if (!Construct->getConstructor()->isTrivial())
      noteCallee(*Construct->getConstructor());
  }
  return true;
}

CodeShape banklint::shapeOf(const clang::Stmt &S, ASTContext &Context) {
  ShapeWalker Shape(Context, 0);
  Shape.walk(&S);
  return {Shape.MayBranch, Shape.HasLoops, Shape.Nodes};
}
