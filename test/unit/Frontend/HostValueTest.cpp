//===- HostValueTest.cpp - Values and states of host code -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostState.h"
#include "ParsedText.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

HostValue number(int64_t N) { return HostValue::integer(N); }
HostValue unknown(unsigned Symbol) {
  HostValue Value;
  Value.Symbol = Symbol;
  return Value;
}
HostPlace at(HostRoot Root, std::vector<unsigned> Path = {}) {
  return {Root, std::move(Path), false};
}
HostValue pointerTo(HostRoot Root) { return HostValue::address(at(Root)); }

/// "?" for an unknown value, "-" for none.
std::string textOf(const std::optional<HostValue> &Value) {
  if (!Value)
    return "-";
  switch (Value->Kind) {
  case HostValue::Unknown:
    return "?";
  case HostValue::Integer:
    return std::to_string(Value->Number);
  case HostValue::Function:
    return Value->Callee->getNameAsString() + "()";
  case HostValue::Address:
    return "&" +
           Value->Target.Root.get<const clang::VarDecl *>()->getNameAsString();
  case HostValue::Aggregate:
    break;
  }
  std::string Text = "{";
  for (const HostValue &Element : Value->Elements)
    Text += (Text.size() == 1 ? "" : " ") + textOf(Element);
  return Text + "}";
}

class HostStates : public testing::Test {
protected:
  std::string load(const HostState &S, HostPlace Place) {
    return textOf(S.load(Place));
  }

  ParsedText Text{R"(
    int global;
    struct Pair { int *p; int n; };
    void f();
    void g();
    void host() {
      int a, b, c;
      int *p;
      const int *reader;
      void *any;
      Pair pair;
    }
  )"};
  const clang::VarDecl *Global = Text.variable("global");
  const clang::VarDecl *A = Text.variable("a");
  const clang::VarDecl *B = Text.variable("b");
  const clang::VarDecl *C = Text.variable("c");
  const clang::VarDecl *P = Text.variable("p");
  HostState S;
  HostTerms Terms;
};

TEST_F(HostStates, HoldParts) {
  EXPECT_EQ(load(S, at(A)), "-");
  EXPECT_FALSE(S.holds(A));
  S.store(at(A), number(3));
  EXPECT_EQ(load(S, at(A)), "3");
  // A part of a number is not known.
  EXPECT_EQ(load(S, at(A, {0})), "?");

  S.store(at(B), HostValue::aggregate({number(1), number(2)}));
  S.store(at(B, {1}), number(5));
  EXPECT_EQ(load(S, at(B)), "{1 5}");
  EXPECT_EQ(load(S, at(B, {1})), "5");
  EXPECT_EQ(load(S, at(B, {2})), "?");
  S.store(at(B, {3, 1}), number(7));
  EXPECT_EQ(load(S, at(B)), "{1 5 ? {? 7}}");
  EXPECT_EQ(load(S, at(B).part(3).part(1)), "7");
  S.erase(B);
  EXPECT_EQ(load(S, at(B)), "-");
}

TEST_F(HostStates, HoldNoLongArrays) {
  S.store(at(A), HostValue::aggregate({number(1)}));
  S.store(at(A, {63}), number(2));
  S.store(at(A, {64}), number(3));
  EXPECT_EQ(load(S, at(A, {0})), "1");
  EXPECT_EQ(load(S, at(A, {63})), "2");
  EXPECT_EQ(load(S, at(A, {64})), "?");
}

TEST_F(HostStates, SomewhereInsideMakesTheWholeUnknown) {
  HostPlace Inside = at(A, {1});
  Inside.IsSomewhereInside = true;
  EXPECT_EQ(Inside.part(4), Inside);
  S.store(at(A),
          HostValue::aggregate(
              {number(1), HostValue::aggregate({number(2), number(3)})}));
  EXPECT_EQ(load(S, Inside), "?");
  S.store(Inside, number(9));
  EXPECT_EQ(load(S, at(A)), "{1 ?}");
}

TEST_F(HostStates, CopiesAreApart) {
  S.store(at(A), HostValue::aggregate({number(1), number(2)}));
  HostState Other = S;
  Other.store(at(A, {0}), number(8));
  EXPECT_EQ(load(S, at(A)), "{1 2}");
  EXPECT_EQ(load(Other, at(A)), "{8 2}");
  Other.escape(A);
  EXPECT_EQ(load(S, at(A)), "{1 2}");
}

TEST_F(HostStates, EscapedRootsStayUnknown) {
  S.store(at(A), number(3));
  S.escape(A);
  EXPECT_EQ(load(S, at(A)), "?");
  S.store(at(A), number(4));
  EXPECT_EQ(load(S, at(A)), "?");
}

TEST_F(HostStates, EscapedPartsStayUnknown) {
  S.store(at(A), HostValue::aggregate({number(1), number(2)}));
  S.escape(at(A, {1}));
  EXPECT_EQ(load(S, at(A)), "{1 ?}");
  S.store(at(A, {1}), number(4));
  S.store(at(A, {1, 0}), number(4));
  EXPECT_EQ(load(S, at(A)), "{1 ?}");
  S.store(at(A), HostValue::aggregate({number(5), number(6)}));
  EXPECT_EQ(load(S, at(A)), "{5 ?}");
  // In what it joins, too.
  HostState Other;
  Other.store(at(A), HostValue::aggregate({number(5), number(6)}));
  Other.join(S, Terms);
  EXPECT_EQ(load(Other, at(A)), "{5 ?}");
  Other.store(at(A, {1}), number(7));
  EXPECT_EQ(load(Other, at(A)), "{5 ?}");
  HostState Third;
  Third.store(at(A), HostValue::aggregate({number(5), number(6)}));
  Third.escapeAsIn(S);
  EXPECT_EQ(load(Third, at(A)), "{5 ?}");
  // And when it is put back.
  const auto Held = S.held(A);
  S.erase(A);
  S.store(at(A, {1}), number(7));
  S.putBack(A, Held);
  S.store(at(A, {1}), number(7));
  EXPECT_EQ(load(S, at(A)), "{5 ?}");
  S.escape(A);
  EXPECT_EQ(load(S, at(A)), "?");
}

TEST_F(HostStates, ForgottenPointersLetTheirTargetsEscape) {
  S.store(at(A), number(1));
  S.store(at(B), number(2));
  S.store(at(P), HostValue::aggregate({number(0), pointerTo(A)}));
  S.forget(P);
  EXPECT_EQ(load(S, at(P)), "?");
  EXPECT_EQ(load(S, at(A)), "?");
  EXPECT_EQ(load(S, at(B)), "2");
  // Another value may be known of the pointer, but none of what escaped.
  S.store(at(P), number(0));
  S.store(at(A), number(1));
  EXPECT_EQ(load(S, at(P)), "0");
  EXPECT_EQ(load(S, at(A)), "?");
}

TEST_F(HostStates, CodeWritesThroughPointersOnly) {
  S.store(at(A), number(1));
  S.store(at(B), number(2));
  S.store(at(C), number(3));
  S.store(at(Global), number(4));
  S.store(at(P), pointerTo(A));
  S.store(at(Text.variable("reader")), pointerTo(B));
  S.store(at(Text.variable("pair")),
          HostValue::aggregate({pointerTo(C), number(5)}));
  S.store(at(Text.variable("any")), pointerTo(Global));
  S.forgetPointees();
  EXPECT_EQ(load(S, at(A)), "?");
  EXPECT_EQ(load(S, at(B)), "2");
  EXPECT_EQ(load(S, at(C)), "?");
  EXPECT_EQ(load(S, at(Global)), "4");
  EXPECT_EQ(load(S, at(P)), "&a");
  // They may be known again.
  S.store(at(A), number(6));
  EXPECT_EQ(load(S, at(A)), "6");
}

TEST_F(HostStates, GlobalsAreForgottenAlone) {
  S.store(at(Global), number(1));
  S.store(at(A), number(2));
  S.forgetGlobals();
  EXPECT_EQ(load(S, at(Global)), "?");
  EXPECT_EQ(load(S, at(A)), "2");
}

TEST_F(HostStates, LearnOneSymbolEverywhere) {
  S.store(at(A), unknown(7));
  S.store(at(B), HostValue::aggregate({number(1), unknown(7), unknown(8)}));
  HostState Before = S;
  S.learn({{7, 512}});
  EXPECT_EQ(load(S, at(A)), "512");
  EXPECT_EQ(load(S, at(B)), "{1 512 ?}");
  EXPECT_EQ(load(Before, at(B)), "{1 ? ?}");
  S.learn({{8, 3}});
  EXPECT_EQ(load(S, at(B)), "{1 512 3}");
}

TEST_F(HostStates, EraseIf) {
  S.store(at(A), number(1));
  S.store(at(B), number(2));
  S.eraseIf([this](HostRoot Root) { return Root == HostRoot(A); });
  EXPECT_FALSE(S.holds(A));
  EXPECT_TRUE(S.holds(B));
}

TEST_F(HostStates, JoinKeepsWhatBothHave) {
  S.store(at(A), number(1));
  S.store(at(B), number(2));
  S.store(at(C), HostValue::aggregate({number(3), number(4)}));
  HostState Other = S;
  Other.store(at(B), number(5));
  Other.store(at(C, {1}), number(6));
  Other.store(at(Global), number(7));
  S.join(Other, Terms);
  EXPECT_EQ(load(S, at(A)), "1");
  EXPECT_EQ(load(S, at(B)), "?");
  EXPECT_EQ(load(S, at(C)), "{3 ?}");
  EXPECT_EQ(load(S, at(Global)), "?");
  // One of two numbers is told from others.
  const unsigned OfB = S.load(at(B))->Symbol;
  EXPECT_NE(OfB, 0u);
  EXPECT_NE(S.load(at(C))->element(1).Symbol, OfB);
  EXPECT_EQ(S.load(at(Global)).value_or(HostValue()).Symbol, 0u);
}

TEST_F(HostStates, JoinedPointersThatDifferLetTheirTargetsEscape) {
  S.store(at(A), number(1));
  S.store(at(B), number(2));
  S.store(at(C), number(3));
  HostState Other = S;
  S.store(at(P), pointerTo(A));
  Other.store(at(P), pointerTo(B));
  S.join(Other, Terms);
  EXPECT_EQ(load(S, at(P)), "?");
  for (const clang::VarDecl *Target : {A, B}) {
    EXPECT_EQ(load(S, at(Target)), "?");
    S.store(at(Target), number(4));
    EXPECT_EQ(load(S, at(Target)), "?");
  }
  EXPECT_EQ(load(S, at(C)), "3");
}

TEST_F(HostStates, JoinTakesEscapesOver) {
  S.store(at(A), number(1));
  HostState Other = S;
  Other.escape(A);
  S.join(Other, Terms);
  S.store(at(A), number(2));
  EXPECT_EQ(load(S, at(A)), "?");
  // A pointer that only the other path has may be used later, too.
  S.store(at(B), number(3));
  HostState Pointing = S;
  Pointing.store(at(P), pointerTo(B));
  S.join(Pointing, Terms);
  EXPECT_EQ(load(S, at(B)), "?");
}

TEST_F(HostStates, AgreeOnWhatIsRelevant) {
  const auto Agree = [](const HostState &X, const HostState &Y,
                        HostRoot But = nullptr) {
    const auto IsRelevant = [But](HostRoot Root) { return Root != But; };
    const bool Result = HostState::agree(X, Y, IsRelevant);
    EXPECT_EQ(HostState::agree(Y, X, IsRelevant), Result);
    return Result;
  };
  S.store(at(A), number(1));
  HostState Other = S;
  EXPECT_TRUE(Agree(S, Other));
  Other.store(at(A), number(1));
  EXPECT_TRUE(Agree(S, Other));
  Other.store(at(A), number(2));
  EXPECT_FALSE(Agree(S, Other));
  EXPECT_TRUE(Agree(S, Other, A));
  Other = S;
  // An unknown local is as good as none; a global has a value before.
  Other.store(at(B), {});
  EXPECT_TRUE(Agree(S, Other));
  Other.store(at(B), number(3));
  EXPECT_FALSE(Agree(S, Other));
  Other.erase(B);
  Other.store(at(Global), {});
  EXPECT_FALSE(Agree(S, Other));
}

TEST_F(HostStates, CommonValues) {
  const auto &F = Text.find<clang::FunctionDecl>("f");
  const auto &G = Text.find<clang::FunctionDecl>("g");
  struct Case {
    HostValue A, B;
    const char *Common;
  };
  const Case Cases[] = {
      {number(1), number(1), "1"},
      {number(1), number(2), "?"},
      {number(1), {}, "?"},
      {HostValue::function(F), HostValue::function(F), "f()"},
      {HostValue::function(F), HostValue::function(G), "?"},
      {pointerTo(A), pointerTo(A), "&a"},
      {pointerTo(A), HostValue::address(at(A, {0})), "?"},
      {pointerTo(A), number(0), "?"},
      {HostValue::aggregate({number(1), number(2)}),
       HostValue::aggregate({number(1), number(3)}), "{1 ?}"},
      // The rest of the longer one is not known.
      {HostValue::aggregate({number(1), number(2)}),
       HostValue::aggregate({number(1)}), "{1}"},
      {HostValue::aggregate({number(1)}), number(1), "?"},
  };
  for (const Case &Each : Cases) {
    EXPECT_EQ(textOf(commonValue(Each.A, Each.B, Terms)), Each.Common);
    EXPECT_EQ(textOf(commonValue(Each.B, Each.A, Terms)), Each.Common);
  }
  EXPECT_EQ(commonValue(unknown(3), unknown(3), Terms).Symbol, 3u);
  const unsigned Either = commonValue(unknown(3), unknown(4), Terms).Symbol;
  EXPECT_NE(Either, 0u);
  EXPECT_NE(commonValue(unknown(3), number(4), Terms).Symbol, Either);
  EXPECT_EQ(commonValue(unknown(3), {}, Terms).Symbol, 0u);
  // What a function of a library chose, another did not.
  HostValue ByF, ByG;
  ByF.Callee = &F;
  ByG.Callee = &G;
  EXPECT_EQ(commonValue(ByF, ByF, Terms).Callee, &F);
  EXPECT_EQ(commonValue(ByF, ByG, Terms).Callee, nullptr);
}

TEST_F(HostStates, Values) {
  EXPECT_EQ(number(3).number(), 3);
  EXPECT_EQ(pointerTo(A).number(), std::nullopt);
  EXPECT_EQ(unknown(1), unknown(2));
  EXPECT_NE(number(1), number(2));
  EXPECT_NE(number(0), unknown(0));
  EXPECT_EQ(textOf(number(3).element(0)), "?");
  // What a library's function chose, it chose with all its parts.
  HostValue Chosen;
  Chosen.Callee = &Text.find<clang::FunctionDecl>("f");
  EXPECT_EQ(Chosen.element(2).Callee, Chosen.Callee);
}

} // namespace
