//===- SourceErrorsTest.cpp - Errors of a source by place -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recovery/SourceErrors.h"
#include "ParsedText.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

constexpr llvm::StringLiteral Code = R"(#define LOST undeclared
void first() {
  missing();
  other();
}
void second() { int fine = 0; }
int third = LOST;
)";

unsigned countIn(ParsedText &Text, llvm::StringRef Begin, llvm::StringRef End) {
  return Text.errors().countIn(Text.sources(), Text.locationOf(Begin),
                               Text.locationOf(End));
}

TEST(SourceErrors, AreFoundByPlace) {
  ParsedText Text(Code);
  EXPECT_EQ(Text.errors().count(), 3u);
  EXPECT_EQ(Text.errors().first(),
            "text.cpp:3:3: use of undeclared identifier 'missing'");
  EXPECT_EQ(countIn(Text, "void first", "void second"), 2u);
  EXPECT_EQ(countIn(Text, "void second", "int third"), 0u);
  // Both ends count.
  EXPECT_EQ(countIn(Text, "missing", "missing"), 1u);
  EXPECT_EQ(countIn(Text, "missing", "other"), 2u);
  EXPECT_EQ(countIn(Text, "issing", "ther"), 1u);
  // Nothing is between an end and a beginning.
  EXPECT_EQ(countIn(Text, "other", "missing"), 0u);
  // What is in a macro counts where it is expanded.
  EXPECT_EQ(countIn(Text, "LOST undeclared", "void first"), 0u);
  EXPECT_EQ(countIn(Text, "int third", "LOST;"), 1u);
  EXPECT_EQ(Text.errors().countIn(Text.sources(), {}, {}), 0u);
}

TEST(SourceErrors, HaveTheFirstMessageOfAStretch) {
  ParsedText Text(Code);
  const auto Find = [&Text](llvm::StringRef Begin, llvm::StringRef End) {
    return Text.errors().find(Text.sources(), Text.locationOf(Begin),
                              Text.locationOf(End));
  };
  const std::string *Message = Find("void first", "void second");
  ASSERT_NE(Message, nullptr);
  EXPECT_EQ(*Message, "use of undeclared identifier 'missing'");
  Message = Find("other", "void second");
  ASSERT_NE(Message, nullptr);
  EXPECT_EQ(*Message, "use of undeclared identifier 'other'");
  EXPECT_EQ(Find("void second", "int third"), nullptr);
}

TEST(SourceErrors, MergeKeepsWhatIsKnownOfAPlace) {
  ParsedText Text(Code);
  // The same file in another parse: the first error is at the same place and
  // has another message, the second is at a place of its own.
  ParsedText Other(R"(#define LOST undeclared
void first() {
  another();
  0 = 1;
}
)");
  ASSERT_EQ(Other.errors().first(),
            "text.cpp:3:3: use of undeclared identifier 'another'");
  ASSERT_EQ(Other.errors().count(), 2u);
  SourceErrors Merged = Text.errors();
  Merged.merge(Other.errors(), /*WithMendable=*/true);
  const auto Find = [&](llvm::StringRef At) {
    return Merged.find(Text.sources(), Text.locationOf(At),
                       Text.locationOf(At));
  };
  ASSERT_NE(Find("missing"), nullptr);
  EXPECT_EQ(*Find("missing"), "use of undeclared identifier 'missing'");
  ASSERT_NE(Find("other"), nullptr);
  EXPECT_EQ(*Find("other"), "use of undeclared identifier 'other'");
  EXPECT_EQ(Merged.count(), Text.errors().count());
  EXPECT_EQ(Merged.first(), Text.errors().first());
  EXPECT_EQ(Merged.countIn(Text.sources(), Text.locationOf("void first"),
                           Text.locationOf("void second")),
            3u);
}

TEST(SourceErrors, WhatMayBeMendedIsForgottenIfItIs) {
  const llvm::StringLiteral Code = "void f() {\n  one();\n  two(); three();\n"
                                   "  four();\n}\n";
  const auto IsMendable = [](llvm::StringRef Message) {
    return Message.contains("two") || Message.contains("four");
  };
  ParsedText Text(Code, IsMendable);
  ASSERT_EQ(Text.errors().count(), 4u);
  // Another parse has the last error only.
  ParsedText Same("void f() {\n        \n                 \n  four();\n}\n");
  SourceErrors Errors = Text.errors();
  Errors.dropMended(Same.errors());
  EXPECT_EQ(Errors.texts(),
            (std::vector<std::string>{
                "text.cpp:2:3: use of undeclared identifier 'one'",
                "text.cpp:3:10: use of undeclared identifier 'three'",
                "text.cpp:4:3: use of undeclared identifier 'four'"}));
  EXPECT_EQ(Errors.count(), 3u);
  for (bool WithMendable : {false, true}) {
    SourceErrors Merged;
    Merged.merge(Text.errors(), WithMendable);
    EXPECT_EQ(Merged.countIn(Text.sources(), Text.locationOf("one"),
                             Text.locationOf("four")),
              WithMendable ? 4u : 2u);
  }
}

TEST(SourceErrors, NoErrors) {
  ParsedText Text("int fine;\nint end;");
  EXPECT_EQ(Text.errors().count(), 0u);
  EXPECT_EQ(Text.errors().first(), "");
  EXPECT_EQ(countIn(Text, "int fine", "int end"), 0u);
}

} // namespace
