//===- AstWalkerTest.cpp - What a walk visits, and in which order ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstWalker.h"
#include "ParsedText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using namespace clang;

namespace {
/// Writes down the names that a walk meets.
class NameRecorder : public AstWalker {
public:
  std::string Names;
  bool EntersLambdas = true;

  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Names += " " + Ref->getDecl()->getNameAsString();
    return true;
  }
  bool visitDecl(Decl *D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      Names += " var:" + Variable->getNameAsString();
    if (const auto *Function = dyn_cast<FunctionDecl>(D))
      Names += " fn:" + Function->getNameAsString();
    return true;
  }
  bool enter(const clang::Stmt *S) override {
    Names += isa<CallExpr>(S) ? " (" : "";
    return EntersLambdas || !isa<LambdaExpr>(S);
  }
  void leave(const clang::Stmt *S) override {
    Names += isa<CallExpr>(S) ? " )" : "";
  }
};

TEST(AstWalker, VisitsOuterNodesFirst) {
  ParsedText Text("int g(int); void f(int a, int b) { int c = g(g(a)) + b; }");
  NameRecorder Recorder;
  EXPECT_TRUE(Recorder.walk(&Text.body("f")));
  EXPECT_EQ(Recorder.Names, " var:c ( g ( g a ) ) b");
}

TEST(AstWalker, EntersTypesAndLambdas) {
  ParsedText Text("constexpr int n = 2; void f(int a) {"
                  "  char x[n]; auto l = [=] { return a; }; }");
  NameRecorder Recorder;
  Recorder.walk(&Text.body("f"));
  EXPECT_EQ(Recorder.Names, " var:x n var:l a");
  NameRecorder OfType;
  OfType.walk(Text.variable("x")->getTypeSourceInfo()->getTypeLoc());
  EXPECT_EQ(OfType.Names, " n");
  NameRecorder Outside;
  Outside.EntersLambdas = false;
  Outside.walk(&Text.body("f"));
  EXPECT_EQ(Outside.Names, " var:x n var:l");
}

TEST(AstWalker, EntersImplicitCodeIfAsked) {
  ParsedText Text("void f() { int x[2]; for (int i : x) (void)i; }");
  NameRecorder Written, All;
  All.EntersImplicitCode = true;
  Written.walk(&Text.body("f"));
  All.walk(&Text.body("f"));
  EXPECT_EQ(Written.Names, " var:x var:i x i");
  EXPECT_NE(All.Names.find("__begin"), std::string::npos) << All.Names;
}

TEST(AstWalker, EntersInstantiationsIfAsked) {
  ParsedText Text("template <class T> void g() {} void h() { g<int>(); }");
  for (bool IsAsked : {false, true}) {
    NameRecorder Recorder;
    Recorder.EntersInstantiations = IsAsked;
    Recorder.walk(Text.context().getTranslationUnitDecl());
    EXPECT_EQ(llvm::StringRef(Recorder.Names).count(" fn:g"), 1u + IsAsked)
        << Recorder.Names;
  }
}

TEST(Walk, EndsWhereAVisitReturnsFalse) {
  ParsedText Text("void f(int a, int b, int c) { a; b; c; }");
  std::vector<std::string> Names;
  EXPECT_FALSE(walk(&Text.body("f"), [&](const clang::Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Names.push_back(Ref->getDecl()->getNameAsString());
    return Names.size() != 2;
  }));
  EXPECT_EQ(Names, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(walk(nullptr, [](const clang::Stmt *) { return false; }));
}

TEST(NodesIn, AreOfTheClassOrDerived) {
  ParsedText Text("struct S { void m(); }; void g();"
                  "void f(S s) { g(); if (true) s.m(); }");
  EXPECT_EQ(nodesIn<CallExpr>(&Text.body("f")).size(), 2u);
  EXPECT_EQ(nodesIn<CXXMemberCallExpr>(&Text.body("f")).size(), 1u);
  EXPECT_TRUE(nodesIn<CXXForRangeStmt>(&Text.body("f")).empty());
}
} // namespace
