//===- AsmTextTest.cpp - Inline assembly in instructions ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/AsmText.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace banklint;

/// "[@p |@!p ]opcode operand operand..." with a line for each instruction.
static std::string instructionsOf(llvm::StringRef Text) {
  std::string Result;
  for (const AsmInstruction &I : parseAsm(Text)) {
    if (I.isPredicated())
      Result += (I.IsNegated ? "@!" : "@") + I.Predicate + " ";
    Result += llvm::join(I.Opcode, ".");
    for (const std::string &Operand : I.Operands)
      Result += " " + Operand;
    Result += "\n";
  }
  return Result;
}

TEST(AsmText, IsCutIntoInstructions) {
  struct Case {
    const char *Text;
    const char *Instructions;
  };
  const Case Cases[] = {
      {"", ""},
      {" ;\n;", ""},
      {"bar.sync 0;", "bar.sync 0\n"},
      {"mov.u32 %0, %%laneid;", "mov.u32 %0 %%laneid\n"},
      {"mov.u32 %0, %laneid;", "mov.u32 %0 %%laneid\n"},
      {"mov.u32 %[out], %tid.x;", "mov.u32 %[out] %%tid.x\n"},
      // The last semicolon may be missing.
      {"add.s32 %0, %1, %2", "add.s32 %0 %1 %2\n"},
      // Commas in braces and brackets separate no operands.
      {"ld.shared.v2.u32 {%0, %1}, [%2 + 16];",
       "ld.shared.v2.u32 {%0,%1} [%2+16]\n"},
      {"st.shared.f32 [ %[at] ], %1;", "st.shared.f32 [%[at]] %1\n"},
      {"mma.sync {%0, %1}, {%2, %3}, {%4};", "mma.sync {%0,%1} {%2,%3} {%4}\n"},
      // Nor is a space needed in front of them.
      {"ldmatrix.sync.b16{%0, %1}, [%2];", "ldmatrix.sync.b16 {%0,%1} [%2]\n"},
      {"st.shared.u32[%0], %1;", "st.shared.u32 [%0] %1\n"},
      // Scopes are no operands; directives are left out.
      {"{ .reg .u32 a; add.u32 a, %0, 4;\n ld.shared.u8 %1, [a]; }",
       "add.u32 a %0 4\nld.shared.u8 %1 [a]\n"},
      {"{\n\t{ bar.sync 0; }\n}", "bar.sync 0\n"},
      {".pragma \"nounroll\"; bar.sync 1;", "bar.sync 1\n"},
      // Predicates.
      {"@p ld.shared.u32 %0, [%1];", "@p ld.shared.u32 %0 [%1]\n"},
      {"@!%%p st.shared.u32 [%0], %1;", "@!%%p st.shared.u32 [%0] %1\n"},
      // Labels, with the instruction behind them or alone.
      {"L: bra L;", "bra L\n"},
      {"WAIT:\n @p bra DONE;\n DONE: }", "@p bra DONE\n"},
      {"mbarrier.init.shared::cta.b64 [%0], 1;",
       "mbarrier.init.shared::cta.b64 [%0] 1\n"},
      // Comments.
      {"bar.sync 0; // and on: ld.shared.u32\nbar.sync 1;",
       "bar.sync 0\nbar.sync 1\n"},
      {"add.u32 %0, /* base, */ %1, 4; // end", "add.u32 %0 %1 4\n"},
      {"bar.sync 0; /* not closed", "bar.sync 0\n"},
      {"bar.sync 0; /*", "bar.sync 0\n"},
      {"/* one *//* two */bar.sync 0; /*/ three */", "bar.sync 0\n"},
      // Brackets that do not match.
      {"add.u32 a}, b, [c, d;", "add.u32 a} b [c,d\n"},
      {"{ } @p", ""},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(instructionsOf(C.Text), C.Instructions) << C.Text;
}

TEST(AsmText, DirectivesDeclareSharedMemory) {
  for (const char *Text :
       {".shared .align 16 .b32 s[64];", "{ .reg .u32 a; .shared .b32 x; }",
        "bar.sync 0;\n\t.shared\t.b8 x[4]", ".extern .shared .b8 x[];",
        "/* a */ .visible .shared .b32 x;", "L: .shared .b32 x;"})
    EXPECT_TRUE(declaresShared(Text)) << Text;
  for (const char *Text :
       {"", "ld.shared.u32 %0, [%1];", "// .shared .b32 s[64];",
        ".reg .u32 shared;", ".global .b32 x;",
        "fence.proxy.async.shared::cta;", ".shared"})
    EXPECT_FALSE(declaresShared(Text)) << Text;
}

TEST(AsmText, ConstantsAreEvaluated) {
  const std::pair<const char *, std::optional<int64_t>> Cases[] = {
      {"16", 16},           {"-16", -16},          {"0x10", 16},
      {"64U", 64},          {"32*80*2", 5120},     {"2+3*4", 14},
      {"(2+3)*4-1", 19},    {"10-2-3", 5},         {"-(2+3)", -5},
      {"((1))", 1},         {"", std::nullopt},    {"%0", std::nullopt},
      {"2*", std::nullopt}, {"2+a", std::nullopt}, {"(2", std::nullopt},
      {"2)", std::nullopt}, {"8/2", std::nullopt}, {"0f3F800000", std::nullopt},
  };
  for (const auto &[Text, Value] : Cases)
    EXPECT_EQ(asmConstant(Text), Value) << Text;
  EXPECT_EQ(asmConstant(std::string(100, '(') + "1"), std::nullopt);
}

TEST(AsmText, AddressesAreSums) {
  const std::pair<const char *, const char *> Cases[] = {
      {"%0", "%0"},
      {"%0+16", "%0 16"},
      {"%0+32*80+4", "%0 32*80 4"},
      {"%0-16", "%0 -16"},
      {"%0+-16", "%0 -16"},
      {"16+%0", "16 %0"},
      {"%0+2*(3+4)", "%0 2*(3+4)"},
      {"%0+2*-3", "%0 2*-3"},
      {"%0+(3", ""},
      {"%0+3)", ""},
  };
  for (const auto &[Text, Terms] : Cases)
    EXPECT_EQ(llvm::join(asmTerms(Text), " "), Terms) << Text;
}

TEST(AsmText, PartsOfTheOpcodeFollowItsName) {
  const std::vector<AsmInstruction> Text =
      parseAsm("ld.volatile.shared.v4.u32 {a, b, c, d}, [e];");
  ASSERT_EQ(Text.size(), 1u);
  EXPECT_EQ(Text[0].name(), "ld");
  EXPECT_TRUE(Text[0].has("shared"));
  EXPECT_TRUE(Text[0].has("v4"));
  EXPECT_FALSE(Text[0].has("ld"));
  EXPECT_FALSE(Text[0].has("v"));
  EXPECT_FALSE(Text[0].isPredicated());
}
