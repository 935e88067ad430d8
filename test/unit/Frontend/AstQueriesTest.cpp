//===- AstQueriesTest.cpp - Which variables a statement changes -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "ParsedText.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {
const char *const Declarations = R"(
  struct S {
    int A, B[4];
    int get() const;
    void set();
  };
  namespace std {
  template <class T> T &&move(T &X) { return static_cast<T &&>(X); }
  }
  void byValue(S), byConst(const S &), byReference(S &), byPointer(S *);
)";

/// True if \p Code may change 'x', an S, or 'c', a const S.
bool isChanged(llvm::StringRef Code, llvm::StringRef Variable) {
  ParsedText Text(Declarations +
                  ("void f(S x, const S c, int i) { " + Code + " }").str());
  EXPECT_EQ(Text.errors().first(), "") << Code.str();
  return changedVariables(&Text.body("f")).count(Text.variable(Variable));
}

TEST(ChangedVariables, Reads) {
  for (const char *Code :
       {"i = x.A;", "i = x.B[i];", "byValue(x);", "byConst(x);", "x.get();",
        "S y = x;", "i = sizeof(x);", "i = (x).A + x.B[0];", "const S &y = x;",
        "i = std::move(x).A;", "auto f = [&] { return x.A; };",
        "auto f = [&](int j) { return x.B[j]; };",
        "auto f = [&x] { return x.A; };", "auto f = [=] { return x.A; };",
        "auto f = [&] { return [&] { return x.B[0]; }(); };",
        "auto f = [y = x] { return y.A; };"})
    EXPECT_FALSE(isChanged(Code, "x")) << Code;
  for (const char *Code :
       {"i = c.A;", "byValue(c);", "c.get();", "S y = c;", "i = sizeof c;"})
    EXPECT_FALSE(isChanged(Code, "c")) << Code;
}

TEST(ChangedVariables, Changes) {
  for (const char *Code :
       {"x.A = 1;", "++x.B[i];", "x.set();", "byReference(x);",
        "byPointer(&x);", "S &y = x;", "int *p = x.B;", "x = S();",
        "auto &[a, b] = x; a = 1;", "auto f = [&x] { x.A = 1; };",
        "auto f = [&] { x.A = 1; };", "auto f = [&] { byPointer(&x); };",
        "auto f = [&] { return [&] { return ++x.B[0]; }(); };",
        "auto f = [&y = x] { return y.A; };",
        "auto f = [p = &x] { return p->A; };"})
    EXPECT_TRUE(isChanged(Code, "x")) << Code;
}

TEST(ChangedVariables, AskTheHookForEveryStatement) {
  ParsedText Text("void f(int i) { if (i) { return; } }");
  unsigned Count = 0;
  VariableSet Changed = changedVariables(
      &Text.body("f"), [&](const clang::Stmt *S, VariableSet &Into) {
        ++Count;
        if (llvm::isa<clang::ReturnStmt>(S))
          Into.insert(Text.variable("i"));
      });
  EXPECT_GE(Count, 4u);
  EXPECT_TRUE(Changed.count(Text.variable("i")));
}
} // namespace
