//===- LostCodeTest.cpp - Source text that has no AST ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recovery/LostCode.h"
#include "ParsedText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using namespace clang;

namespace {

std::string spelled(const Token &T) {
  if (const IdentifierInfo *Name = T.getIdentifierInfo())
    return Name->getName().str();
  if (const char *Punctuator = tok::getPunctuatorSpelling(T.getKind()))
    return Punctuator;
  return std::string(T.getLiteralData(), T.getLength());
}

std::string spelled(const LostTokens &Tokens) {
  std::string Result;
  for (const Token &T : Tokens)
    Result += (Result.empty() ? "" : " ") + spelled(T);
  return Result;
}

LostCode lostCode(ParsedText &Text) {
  return LostCode(Text.context(), Text.macros(), Text.errors());
}

/// All tokens of \p Text.
LostTokens tokensOf(ParsedText &Text) {
  const SourceManager &Sources = Text.sources();
  const FileID File = Sources.getMainFileID();
  return lostCode(Text).between(Sources.getLocForStartOfFile(File),
                                Sources.getLocForEndOfFile(File));
}

/// The index of the token 'x'.
unsigned indexOfX(const LostTokens &Tokens) {
  for (unsigned I = 0; I != Tokens.size(); ++I)
    if (spelled(Tokens[I]) == "x")
      return I;
  ADD_FAILURE() << "no 'x' in " << spelled(Tokens);
  return 0;
}

TEST(LostCode, IsBetweenStatements) {
  ParsedText Text(R"(
    #define STEP(v) *lib::step(v) = 1; other
    void f(int a) {
      a = 1;
      *lib::place(a) = 3;
      a = 2;
      STEP(a);
    }
    void g() { ; }
  )");
  const LostCode Lost = lostCode(Text);
  const CompoundStmt &Body = Text.body("f");
  ASSERT_EQ(Body.size(), 2u);
  EXPECT_EQ(spelled(Lost.before(Body, 0)), "");
  EXPECT_EQ(spelled(Lost.before(Body, 1)), "; * lib :: place ( a ) = 3 ;");
  // What macros expand to comes behind, at the place of the use.
  const LostTokens Last = Lost.before(Body, 2);
  EXPECT_EQ(spelled(Last), "; STEP ( a ) ; ; * lib :: step ( v ) = 1 ; other");
  EXPECT_EQ(Last.back().getLocation(), Text.locationOf("STEP(a)"));
  EXPECT_EQ(spelled(Lost.before(Text.body("g"), 0)), "");
}

TEST(LostCode, DirectivesAreLeftOut) {
  ParsedText Text("void f() {\n  lib::\n#ifdef X\n    a\n#else\n    b\n"
                  "#endif\n  (1);\n}\n");
  EXPECT_EQ(spelled(lostCode(Text).before(Text.body("f"), 0)),
            "lib :: a b ( 1 ) ;");
}

TEST(LostCode, IsInPlaceOfABranch) {
  ParsedText Text(R"(
    void f(int a) {
      if (a)
        *lib::place(a) = 1;
      else
        ;
    }
  )");
  const LostCode Lost = lostCode(Text);
  const auto &If = *cast<IfStmt>(Text.body("f").body_front());
  EXPECT_EQ(spelled(Lost.inPlaceOf(*cast<NullStmt>(If.getThen()))),
            "* lib :: place ( a ) = 1");
  EXPECT_EQ(spelled(Lost.inPlaceOf(*cast<NullStmt>(If.getElse()))), "");
}

TEST(LostCode, IsAnInitializer) {
  ParsedText Text(R"(
    void f() {
      int lost = lib::value(), more = 2;
      Unknown typed(3, 4);
      int array[2] = {missing, 1};
      int fine = 1;
      int plain;
    }
  )");
  const LostCode Lost = lostCode(Text);
  const auto Declaring = [&](llvm::StringRef Name) {
    return spelled(Lost.declaring(*Text.variable(Name)));
  };
  EXPECT_EQ(Declaring("lost"), "lost = lib :: value ( ) , more = 2");
  EXPECT_EQ(Declaring("array"), "array [ 2 ] = { missing , 1 }");
  EXPECT_EQ(Declaring("fine"), "");
  EXPECT_EQ(Declaring("plain"), "");
}

TEST(LostCode, StatementsEndOutsideOfBrackets) {
  ParsedText Text("void f() { g([] { return 1; }, 2); } int after;");
  const LostCode Lost = lostCode(Text);
  EXPECT_EQ(spelled(Lost.statementAt(Text.locationOf("g("))),
            "g ( [ ] { return 1 ; } , 2 )");
  EXPECT_EQ(spelled(Lost.statementAt(Text.locationOf("return"))), "return 1");
  EXPECT_EQ(spelled(Lost.statementAt(Text.locationOf("2)"))), "2");
}

TEST(LostCode, UsesOfNames) {
  struct Case {
    const char *Code;
    /// '=' assigned, '+' stepped, '&' addressed, ',' argument, '(' object, '.'
    /// part.
    const char *Uses;
  };
  const Case Cases[] = {
      {"x = 1;", "="},      {"x <<= y;", "="},
      {"x == 1;", ""},      {"y = x;", ""},
      {"x[i] = 1;", "=."},  {"x[f(1)[2]].a->b += 1;", "=."},
      {"x->b;", "."},       {"x++;", "+"},
      {"--x;", "+"},        {"x.count++;", "+."},
      {"in >> x;", "+"},    {"out << x;", ""},
      {"f(x);", ","},       {"f(1, x, 2);", ","},
      {"T v{x};", ","},     {"f(x + 1);", ""},
      {"f(x[1]);", ",."},   {"f(&x);", "&"},
      {"p = &x[1];", "&."}, {"y & x;", ""},
      {"f(y) & x;", ""},    {"return &x;", "&"},
      {"x.clear();", "(."}, {"x(1);", ""},
      {"(x) = 1;", "="},    {"((x))++;", "+"},
      {"return (x);", ""},  {"*x = 1;", "="},
  };
  for (const Case &C : Cases) {
    ParsedText Text(C.Code);
    const LostTokens Tokens = tokensOf(Text);
    const LostUse Use = useAt(Tokens, indexOfX(Tokens));
    std::string Uses;
    Uses += Use.IsAssigned ? "=" : "";
    Uses += Use.IsStepped ? "+" : "";
    Uses += Use.IsAddressed ? "&" : "";
    Uses += Use.IsArgument ? "," : "";
    Uses += Use.IsObject ? "(" : "";
    EXPECT_EQ(Use.mayChange(), !Uses.empty()) << C.Code;
    Uses += Use.IsPart ? "." : "";
    EXPECT_EQ(Uses, C.Uses) << C.Code;
  }
}

TEST(LostCode, CallsAroundNames) {
  struct Case {
    const char *Code;
    /// The token that is called and the number of the argument, or "".
    const char *Call;
  };
  const Case Cases[] = {
      {"f(x);", "f 0"},
      {"f(1, g(2, 3), x);", "f 2"},
      {"f(1, x[2]);", "f 1"},
      {"lib::f<int, 3>(x);", "f 0"},
      {"f<g<int>>(1, x);", "f 1"},
      {"T v(1, x);", "v 1"},
      {"T v{x};", "v 0"},
      {"f((x));", "f 0"},
      {"f(1, (2, x));", "f 1"},
      {"f(a)(1, x);", ") 1"},
      {"f[a](x);", "] 0"},
      {"f(g(x));", "g 0"},
      {"x;", ""},
      {"(x);", ""},
      {"a[x];", ""},
      {"if (x) f();", ""},
      {"f(1); x;", ""},
      {"f(1) + x;", ""},
  };
  for (const Case &C : Cases) {
    ParsedText Text(C.Code);
    const LostTokens Tokens = tokensOf(Text);
    const std::optional<LostCall> Call = callAround(Tokens, indexOfX(Tokens));
    EXPECT_EQ(Call ? spelled(Tokens[Call->Callee]) + " " +
                         std::to_string(Call->Argument)
                   : "",
              C.Call)
        << C.Code;
  }
}

TEST(LostCode, TemplateArgumentsBeforeAToken) {
  struct Case {
    const char *Code;
    unsigned Before;
  };
  // Of the last token.
  const Case Cases[] = {
      {"f", 0},     {"f<int>", 0},  {"lib::f<1, 2>", 2}, {"f<g<int>>", 0},
      {"a + b", 2}, {"a > b >", 3}, {"; < int >", 0},    {"f<g<1>, 2>", 0},
  };
  for (const Case &C : Cases) {
    ParsedText Text(C.Code);
    const LostTokens Tokens = tokensOf(Text);
    EXPECT_EQ(beforeTemplateArguments(Tokens, Tokens.size() - 1), C.Before)
        << C.Code;
  }
}

TEST(LostCode, EnumeratorsWithoutValue) {
  ParsedText Text("enum E { A, B = lost, C, D = 4, F, G = C + 1, H = 9 };");
  invalidateLostValues(Text.find<EnumDecl>("E"), Text.errors());
  std::string Invalid;
  for (const EnumConstantDecl *Value : Text.find<EnumDecl>("E").enumerators())
    if (Value->isInvalidDecl())
      Invalid += Value->getName();
  EXPECT_EQ(Invalid, "BCG");
}

TEST(LostCode, RecordsWithoutLayout) {
  ParsedText Text(R"(
    struct Fine { int a; };
    struct Method { int a; void f() { missing(); } };
    struct Member { int a; Unknown b; };
    struct Base : Unknown { int a; };
    struct Aligned { alignas(missing) int a; };
  )");
  std::string Invalid;
  for (const char *Name : {"Fine", "Method", "Member", "Base", "Aligned"}) {
    auto &Record = Text.find<CXXRecordDecl>(Name);
    invalidateLostLayout(Record, Text.errors());
    if (Record.isInvalidDecl())
      Invalid += std::string(Name) + " ";
  }
  EXPECT_EQ(Invalid, "Member Base Aligned ");
}

TEST(LostCode, ExpressionsThatNeedALayout) {
  ParsedText Text(R"(
    struct Bad { int a; Unknown b; };
    struct Good { int a; };
    const int size = sizeof(Bad);
    const int array = sizeof(Bad[2]) / 4;
    const int named = size + 1;
    const int pointer = sizeof(Bad *);
    const int good = sizeof(Good);
    const int literal = 3;
    int extents[sizeof(Bad)];
    int fine[sizeof(Good)];
  )");
  invalidateLostLayout(Text.find<CXXRecordDecl>("Bad"), Text.errors());
  std::string Needing;
  for (const char *Name :
       {"size", "array", "named", "pointer", "good", "literal"})
    if (needsLostLayout(*Text.variable(Name)->getAnyInitializer(),
                        Text.context()))
      Needing += std::string(Name) + " ";
  EXPECT_EQ(Needing, "size array named ");
  for (const char *Name : {"extents", "fine"})
    invalidateLostExtents(Text.find<VarDecl>(Name));
  EXPECT_TRUE(Text.variable("extents")->isInvalidDecl());
  EXPECT_FALSE(Text.variable("fine")->isInvalidDecl());
}

} // namespace
