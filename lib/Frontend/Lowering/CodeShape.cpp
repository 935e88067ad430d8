//===- CodeShape.cpp - What the compiler may make of a statement ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeShape.h"
#include "Device/DeviceFunctions.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
class ShapeVisitor : public RecursiveASTVisitor<ShapeVisitor> {
public:
  ShapeVisitor(ASTContext &Context, unsigned Depth)
      : Context(Context), Depth(Depth) {}

  unsigned Nodes = 0;
  bool MayBranch = false;
  bool HasLoops = false;

  bool VisitStmt(clang::Stmt *) {
    // What is large is as good as unknown.
    MayBranch |= ++Nodes > MaxNodes;
    return !MayBranch;
  }
  bool VisitForStmt(ForStmt *) { return noteLoop(); }
  bool VisitWhileStmt(WhileStmt *) { return noteLoop(); }
  bool VisitDoStmt(DoStmt *) { return noteLoop(); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *) { return noteLoop(); }
  bool VisitGotoStmt(GotoStmt *) { return noteBranch(); }
  bool VisitAsmStmt(AsmStmt *) { return noteBranch(); }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isMultiplicativeOp() && E->getOpcode() != BO_Mul)
      noteDivision(*E);
    else if (E->getOpcode() == BO_DivAssign || E->getOpcode() == BO_RemAssign)
      noteDivision(*E);
    return true;
  }
  bool VisitCallExpr(CallExpr *E);
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    const CXXConstructorDecl *Constructor = E->getConstructor();
    if (!Constructor->isTrivial())
      noteCallee(*Constructor);
    return true;
  }

private:
  static constexpr unsigned MaxNodes = 2048;
  static constexpr unsigned MaxDepth = 6;

  bool noteLoop() { return HasLoops = true; }
  bool noteBranch() { return MayBranch = true; }
  void noteDivision(const BinaryOperator &E) {
    MayBranch |= !E.getType()->isIntegralOrEnumerationType() ||
                 !E.getRHS()->isIntegerConstantExpr(Context);
  }
  void noteCallee(const FunctionDecl &Function);

  ASTContext &Context;
  unsigned Depth;
};

} // namespace

void ShapeVisitor::noteCallee(const FunctionDecl &Function) {
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
  ShapeVisitor Callee(Context, Depth + 1);
  Callee.TraverseStmt(Definition->getBody());
  MayBranch |= Callee.MayBranch;
  HasLoops |= Callee.HasLoops;
  Nodes += Callee.Nodes;
}

bool ShapeVisitor::VisitCallExpr(CallExpr *E) {
  const FunctionDecl *Function = E->getDirectCallee();
  // Unevaluated in what is shaped like code: threadIdx's members.
  if (!Function)
    return noteBranch();
  noteCallee(*Function);
  return true;
}

CodeShape banklint::shapeOf(const clang::Stmt &S, ASTContext &Context) {
  ShapeVisitor Shape(Context, 0);
  Shape.TraverseStmt(const_cast<clang::Stmt *>(&S));
  return {Shape.MayBranch, Shape.HasLoops, Shape.Nodes};
}
