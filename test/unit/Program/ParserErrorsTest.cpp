//===- ParserErrorsTest.cpp - Messages about malformed text ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

struct Case {
  const char *Text;
  const char *Message;
};

/// The text is the second line of a program that declares what it needs.
class BodyErrors : public testing::TestWithParam<Case> {};

TEST_P(BodyErrors, Message) {
  std::string Text =
      "kernel \"k\" param n : i32 param q : - "
      "shared t : int 4 [8][8] align 4 "
      "var i : i32 var u : u32 var p : u64 var b : bool body {\n";
  EXPECT_EQ(errorOf(Text + GetParam().Text + "\n}"), GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    Flows, BodyErrors,
    testing::Values(Case{"flow nothing", "2:6: 'nothing' is no step of a flow"},
                    Case{"flow use from heap 1", "2:15: 'heap' keeps no value"},
                    Case{"flow drop 1", "2:11: expected 'access'"},
                    Case{"flow lose record 1[0 4]", "2:22: expected ':'"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, BodyErrors,
    testing::Values(
        Case{"i = 1 +", "3:1: expected an expression"},
        Case{"i = ]", "2:5: expected an expression"},
        Case{"i = (1", "3:1: expected ')'"},
        Case{"i = i + i + i", "2:11: the operand of '+' needs parentheses"},
        Case{"i = i + i ? i : i", "2:11: the operand of '?' needs parentheses"},
        Case{"i = i + u", "2:7: the operands of '+' are i32 and u32"},
        Case{"b = i && i", "2:7: '&&' takes bools, not i32"},
        Case{"i = i ? 1 : 2", "2:7: the condition of '?' is i32, not bool"},
        Case{"i = b ? i : u", "2:7: the arms of '?' are i32 and u32"},
        Case{"i = b ? i", "3:1: expected ':'"},
        Case{"i = x", "2:5: 'x' is not declared"},
        Case{"i = i#1", "2:5: 'i' is not declared"},
        Case{"i = q", "2:5: 'q' is not an integer"},
        Case{"p = t", "2:5: 't' is an array; take its address"},
        Case{"p = &i", "2:6: 'i' is not an array"},
        Case{"p = &t[1][2][3]", "2:5: 't' has 2 extents, but 3 subscripts"},
        Case{"p = &t.bytes(8)", "2:5: '.bytes' takes an i64, not i32"},
        Case{"p = &t.size", "2:8: expected 'bytes'"},
        Case{"i = threadIdx.w", "2:5: 'threadIdx.w' is not an expression"},
        Case{"i = loop", "2:5: 'loop' is not an expression"},
        Case{"i = min(i)", "2:10: expected ','"},
        Case{"i = min(i, u)", "2:5: the operands of 'min' are i32 and u32"},
        Case{"i = abs i", "2:9: expected '('"},
        Case{"i = 2147483648", "2:5: 2147483648 does not fit in i32"},
        Case{"i = -2147483649", "2:6: -2147483649 does not fit in i32"},
        Case{"u = -1:u32", "2:6: -1 does not fit in u32"},
        Case{"u = 99999999999999999999:u64",
             "2:5: 99999999999999999999 does not fit in u64"},
        Case{"u = 1:int", "2:5: 'int' is not an integer type"},
        Case{"u = 0x10", "2:5: '0x10' is not a number"},
        Case{"i = opaque(\"\")", "2:11: expected '<'"},
        Case{"i = opaque<budget->(\"\"):i32", "2:19: expected a word"},
        Case{"i = opaque<bad-luck>(\"\"):i32",
             "2:12: 'bad-luck' is not a reason"},
        Case{"i = opaque<budget>(1):i32", "2:20: expected a string"},
        Case{"i = opaque<budget>(\"\")", "3:1: expected ':'"},
        Case{"i = opaque<budget>(\"\"):int", "2:24: expected an integer type"},
        Case{"p = opaque<budget>(\"\", elsewhere, sum, i):u64",
             "2:5: a sum elsewhere is a u64, of a u64 and any number of i64"},
        Case{"i = shuffle<cross-lane>(\"\", i)",
             "2:5: 'shuffle' takes a value and the number of its lane"},
        Case{"i = shuffle<cross-lane>(\"\", i, i)",
             "2:5: the number of a lane is a u32, not i32"}));

INSTANTIATE_TEST_SUITE_P(
    Statements, BodyErrors,
    testing::Values(
        Case{"i = u", "2:1: 'i' is i32, but its new value is u32"},
        Case{"n = 1", "2:1: 'n' is not a variable"},
        Case{"i 1", "2:3: expected '='"}, Case{"if = 1", "2:4: expected '('"},
        Case{"if (i) { }", "2:4: the condition is i32, not bool"},
        Case{"if (b) i = 1", "2:8: expected '{'"},
        Case{"loop { break } test (b) { }",
             "2:8: 'break' has nothing to leave"},
        Case{"loop name n test (b) { }", "2:11: 'n' is not a variable"},
        Case{"loop name test (b) { }", "2:11: 'test' is a keyword; quote it"},
        Case{"loop (b) { }", "2:6: expected 'test'"},
        Case{"loop test (b) { } step { continue }",
             "2:26: 'continue' has no loop"},
        Case{"loop test (b) { region \"f\" { break } }",
             "2:30: 'break' has nothing to leave"},
        Case{"switch (i) { default: { continue } }",
             "2:25: 'continue' has no loop"},
        Case{"switch (i) { case 1: { } case 2, 1: { } }",
             "2:34: the switch has this label twice"},
        Case{"switch (i) { default: { } case 1, default: { } }",
             "2:35: the switch has this label twice"},
        Case{"switch (u) { case -1: { } }", "2:20: -1 does not fit in u32"},
        Case{"switch (i) { case u: { } }", "2:19: expected a number"},
        Case{"switch (i) { i = 1 }", "2:14: expected 'default'"},
        Case{"region f { }", "2:8: expected a string"},
        Case{"load 3 &t", "2:1: an access moves 1, 2, 4, 8 or 16 bytes"},
        Case{"load &t", "2:6: expected a number"},
        Case{"load 4 &t pieces 0", "2:1: an access has at least one piece"},
        Case{"store 4 &t pieces 2 number",
             "2:1: only a load in pieces is of a number"},
        Case{"load 4 &t whole", "2:1: only an access in pieces is whole"},
        Case{"load 4 &t elements 4",
             "2:1: elements have 1, 2 or 4 bytes, fewer than the access"},
        Case{"load 16 &t elements 8",
             "2:1: elements have 1, 2 or 4 bytes, fewer than the access"},
        Case{"load 4 &t restores", "2:1: only a store restores"},
        Case{"load 4 &t amid", "2:1: only a store is amid loads"},
        Case{"load 4 &t back", "2:1: only a store writes back"},
        Case{"store 4 &t sinks", "2:1: only a load sinks"},
        Case{"atomic 4 &t unused",
             "2:1: only the value of a load or store is unused"},
        Case{"load 4 &t needed 0",
             "2:1: only what sinks or is unused is needed "
             "on sides of branches"},
        Case{"load 4 &t sinks needed else", "3:1: expected a number"},
        Case{"load 4 &t sinks by S99",
             "2:20: 'S99' is no rule of the compiler"},
        Case{"load 4 i", "2:1: the address is i32, not u64"},
        Case{"load 4 &t array i", "2:17: 'i' is not an array"},
        Case{"load 4 &t \"a.cu\":1:0", "2:18: lines and columns start at 1"},
        Case{"load 4 &t text tile", "2:16: expected a string"},
        Case{"atomic-swap 4 &t", "2:1: 'atomic-swap' is not a statement"},
        Case{"barrier(block)", "2:9: expected 'warp' or 'lanes'"},
        Case{"else { }", "2:1: 'else' is not a statement"},
        Case{"4 = i", "2:1: expected a statement"},
        Case{"} }", "2:3: expected the end of the text"}));

INSTANTIATE_TEST_SUITE_P(
    Characters, BodyErrors,
    testing::Values(
        Case{"i = `", "2:5: unexpected character"},
        Case{"region \"f", "2:8: the string does not end on its line"},
        Case{"region \"\\n\" { }", "2:8: the string has an unknown escape"},
        Case{"region \"\\xg0\" { }", "2:8: the string has an unknown escape"}));

TEST(DeclarationErrors, Messages) {
  const Case Cases[] = {
      {"", "1:1: expected 'kernel'"},
      {"kernel k", "1:8: expected a string"},
      {"kernel \"k\"", "1:11: expected a declaration or 'body'"},
      {"kernel \"k\" body", "1:16: expected '{'"},
      {"kernel \"k\" body {", "1:18: expected a statement"},
      {"kernel \"k\" file 3", "1:17: expected a string"},
      {"kernel \"k\" param : i32", "1:18: expected a name"},
      {"kernel \"k\" param x i32", "1:20: expected ':'"},
      {"kernel \"k\" param x : int", "1:22: expected an integer type"},
      {"kernel \"k\" var if : i32", "1:16: 'if' is a keyword; quote it"},
      {"kernel \"k\" var x : -", "1:20: expected an integer type"},
      {"kernel \"k\" var x : i32\nparam x : i32", "2:7: 'x' is declared twice"},
      {"kernel \"k\" shared t : int [4] align 4", "1:27: expected a number"},
      {"kernel \"k\" shared t : int 4 [4]", "1:32: expected 'align'"},
      {"kernel \"k\" shared t : int 4 [4 align 4", "1:32: expected ']'"},
      {"kernel \"k\" shared t : int 0 [4] align 4",
       "1:19: an element has no bytes"},
      {"kernel \"k\" shared t : int 4 [4] align 3",
       "1:19: the alignment is not a power of two"},
      {"kernel \"k\" shared t : int 4 [0] align 4", "1:19: an extent is 0"},
      {"kernel \"k\" shared t : int 4 [4] align 4 dynamic",
       "1:19: the first extent of a dynamic array is not 0"},
      {"kernel \"k\" shared t : int 4 [0] align 4 dynamic order 1",
       "1:19: a dynamic array has no order"},
      {"kernel \"k\" shared t : int 4 [4294967296][4294967296] align 4",
       "1:19: the array is larger than 2^32 bytes"},
      {"kernel \"k\" max_threads -1", "1:25: -1 does not fit in u64"},
      {"kernel \"k\" launch block 32,8 grid", "1:30: expected ','"},
      {"kernel \"k\" launch args 1",
       "1:24: the launch has more arguments than parameters before it"},
      {"kernel \"k\" param c : i8 launch args 128",
       "1:37: 128 does not fit in i8"},
      {"kernel \"k\" param c : i32 launch args 1 mod 6",
       "1:44: expected a power of two from 2 to 128 that is more than 1"},
      {"kernel \"k\" param c : i32 launch args 8 mod 8",
       "1:44: expected a power of two from 2 to 128 that is more than 8"},
      {"kernel \"k\" param c : i32 launch args -1 mod 8",
       "1:45: expected a power of two from 2 to 128 that is more than -1"},
      {"kernel \"k\" param c : i32 launch args 1 mod 256",
       "1:44: expected a power of two from 2 to 128 that is more than 1"},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(errorOf(C.Text), C.Message) << C.Text;
}

std::string repeated(llvm::StringRef Text, unsigned Count) {
  std::string Result;
  while (Count--)
    Result += Text;
  return Result;
}

TEST(NestingErrors, Messages) {
  std::string Start = "kernel \"k\" var i : i32 "
                      "shared t : int 4 [8] align 4 body {\n";
  const char *Message = ": the expression is nested too deeply";
  EXPECT_EQ(errorOf(Start + "i = " + repeated("(", 100000)),
            "2:" + std::to_string(5 + MaxExprDepth + 1) + Message);
  EXPECT_EQ(errorOf(Start + "i = " + repeated("~", 100000)),
            "2:" + std::to_string(5 + MaxExprDepth + 1) + Message);
  EXPECT_EQ(errorOf(Start + "i = " + repeated("~", MaxExprDepth) + "i }"),
            std::string("2:5") + Message);
  // As deep as an operand may be: nothing may stand on top of it.
  std::string Deepest = repeated("~", MaxExprDepth - 1) + "i";
  std::string Bool = repeated("!", MaxExprDepth - 1) + "i";
  std::string After = "2:" + std::to_string(6 + Deepest.size());
  EXPECT_EQ(errorOf(Start + "i = " + Deepest + " }"), "");
  EXPECT_EQ(errorOf(Start + "i = " + Deepest + " + 1 }"), After + Message);
  EXPECT_EQ(errorOf(Start + "i = " + Bool + " ? 1 : 2 }"), After + Message);
  EXPECT_EQ(errorOf(Start + "i = abs(" + Deepest + ") }"),
            std::string("2:5") + Message);
  EXPECT_EQ(errorOf(Start + "load 4 &t[" + Deepest + "] }"),
            std::string("2:8") + Message);
  EXPECT_EQ(errorOf(Start + "i = opaque<budget>(\"\", " + Deepest + "):i32 }"),
            std::string("2:5") + Message);
  EXPECT_EQ(errorOf(Start + repeated("region \"\" {", 100000)),
            "2:" + std::to_string(11 * MaxBlockDepth) +
                ": blocks are nested too deeply");
}

} // namespace
