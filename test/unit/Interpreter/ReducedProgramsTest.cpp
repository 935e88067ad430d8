//===- ReducedProgramsTest.cpp - Where the interpreter once was wrong -----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Programs that test/reference found and reduced: in each, the interpreter said
// something that some input contradicts. The words on each test say which.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

std::string opaque(const char *Name, const char *Type) {
  return std::string("opaque<data-dependent-index>(\"loaded from '") + Name +
         "'\", name \"" + Name + "\"):" + Type;
}

// The address was said to be in the first of two arrays.
TEST(ReducedPrograms, ChoiceBetweenArrays) {
  Event E = eventOf("load 4 ((n == 0) ? &a[3] : &b[0][0])", Warp);
  EXPECT_FALSE(E.Array);
  // Within one array, all lanes still share the unknown offset.
  E = eventOf("load 4 ((n == 0) ? &a[threadIdx.x] : &a[threadIdx.x + 9:u32])",
              Warp);
  EXPECT_EQ(E.Array, 0u);
  EXPECT_TRUE(E.Address.affine().contains(LaneMask::all()));
  EXPECT_FALSE(E.Address.hasVaryingTerms(LaneMask::all()));
}

// Each round added a symbol to the value; it took minutes.
TEST(ReducedPrograms, ValuesOfManyUnknownsStaySmall) {
  Event E = eventOf("i = i32(threadIdx.x)\n"
                    "j = 0\n"
                    "loop test (j < 100) { i = i + " +
                        opaque("q", "i32") +
                        " } step { j = j + 1 }\n"
                        "load 4 &a[i]",
                    Warp);
  EXPECT_LE(E.Address.terms().size(), 8u);
  EXPECT_TRUE(E.Address.affine().contains(LaneMask::all()));
  EXPECT_EQ(E.Address.base(5) - E.Address.base(0), 20);
  E = eventOf("i = 0 j = 0\n"
              "loop test (j < 100) {\n"
              "if (threadIdx.x < 16:u32) { i = " +
                  opaque("q", "i32") +
                  " } } step { j = j + 1 }\n"
                  "load 4 &a[i]",
              Warp);
  EXPECT_LE(E.Address.terms().size(), 1u);
}

// The mask was inexact, and no reason said why.
TEST(ReducedPrograms, LanesThatReturnedHaveAReason) {
  Event E = eventOf("if (threadIdx.x < 3:u32) { if (n == 0) { return } }\n"
                    "load 4 &a[0]",
                    Warp);
  EXPECT_FALSE(E.IsMaskExact);
  EXPECT_TRUE(E.HasMaskReason);
}

// Lanes that enter a section were taken to hold the values of those that fall
// into it.
TEST(ReducedPrograms, LanesMeetInASwitch) {
  Outcome Result = run("i = 1\n"
                       "switch (i32(threadIdx.x) - n) {\n"
                       "case 1: { i = 0 }\n"
                       "case 2: { load 4 &a[i] } }",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 1u);
  EXPECT_TRUE(Result.Events[0].Address.affine().none());
  EXPECT_FALSE(Result.Events[0].IsMaskExact);
  EXPECT_FALSE(Result.Events[0].IsCounted);
}

// The lane of the first section may have left; the mask was said to be exact.
TEST(ReducedPrograms, LanesThatMayHaveLeftASwitch) {
  Event E = eventOf("switch (threadIdx.x) {\n"
                    "case 1: { if (n == 0) { break } }\n"
                    "default: { load 4 &a[0] } }",
                    Dim3{2, 1, 1});
  EXPECT_EQ(E.Lanes, LaneMask::first(2));
  EXPECT_FALSE(E.IsMaskExact);
  EXPECT_TRUE(E.HasMaskReason);
}

// A sum that wraps at 8 bits was taken to go on after it was widened.
TEST(ReducedPrograms, NarrowSumsWrap) {
  Event E = eventOf("c = u8(n) + u8(threadIdx.x)\n"
                    "load 4 &a[i32(c)]",
                    Warp);
  EXPECT_TRUE(E.Address.affine().none());
  // Without lanes in it, it is one unknown number.
  E = eventOf("c = u8(n) + 1:u8\n"
              "load 4 &a[i32(c) + i32(threadIdx.x)]",
              Warp);
  EXPECT_EQ(E.Address.affine(), LaneMask::all());
  EXPECT_EQ(E.Address.base(1) - E.Address.base(0), 4);
}

// The lanes with a symbol had lost their value, and none was left to read the
// symbol's factor from.
TEST(ReducedPrograms, NarrowNumbersWhereNoLaneHasASymbol) {
  Event E = eventOf(
      "c = 7:u8\n"
      "if (threadIdx.x < 4:u32) { c = u8(n)\n"
      "if (opaque<data-dependent-index>(\"loaded\", divergent):bool) {\n"
      "c = u8(threadIdx.x) } }\n"
      "load 4 &a[i32(c)]",
      Warp);
  EXPECT_EQ(E.Address.affine(), ~LaneMask::first(4));
  EXPECT_EQ(E.Address.base(31) & 0xff, 28);
}

// `x > x - 1` is false where x is unsigned and 0, which narrow types often are;
// it was taken to be false always.
TEST(ReducedPrograms, NarrowOrderIsNotKnown) {
  Outcome Result = run("if (u16(n) > (u16(n) - 1:u16)) { load 4 &a[0] }", Warp);
  ASSERT_EQ(Result.Events.size(), 1u);
  EXPECT_FALSE(Result.Events[0].IsCounted);
}

// A quotient of a number that wraps at 8 bits is not affine.
TEST(ReducedPrograms, NarrowQuotientsAreNotAffine) {
  Outcome Result = run("c = (u8(n) * 4:u8) >> 2:u8\n"
                       "if (c == u8(n)) { load 4 &a[0] } else { load 4 &a[1] }",
                       Warp);
  EXPECT_EQ(Result.Events.size(), 2u);
}

// The base of the unsigned n - 1 is 2^32 - 1: times the stride of a row, that
// was an address in another array.
TEST(ReducedPrograms, UnsignedOffsetsStayInTheirArray) {
  Event E = eventOf("load 4 &b[u - 1:u32][threadIdx.x]", Warp);
  EXPECT_EQ(E.Array, 1u);
  E = eventOf("load 4 &a[u - 1:u32]", Warp);
  EXPECT_EQ(E.Array, 0u);
}

// In 64 bits, u - 1 was taken to be u + (2^32 - 1), and so not below u.
TEST(ReducedPrograms, UnsignedOffsetsCompareAfterWidening) {
  Outcome Result = run("if (i64(u - 1:u32) < i64(u)) { load 4 &a[0] }", Warp);
  EXPECT_EQ(Result.Events.size(), 1u);
}

// Where lanes had returned before, it was overlooked that lanes leave a loop in
// different rounds: i was one symbol for all of them.
TEST(ReducedPrograms, LanesLeaveALoopInDifferentRounds) {
  const std::string Divergent =
      "opaque<data-dependent-index>(\"loaded\", divergent):bool";
  Event E = eventOf("if (" + Divergent +
                        ") { return }\n"
                        "i = 0\n"
                        "loop test (" +
                        Divergent +
                        ") { i = i + 1 }\n"
                        "load 4 &a[i]",
                    Warp);
  EXPECT_TRUE(E.Address.affine().none());
}

// The loop ran until the budget was spent, where lanes had returned before.
TEST(ReducedPrograms, EndlessLoopsWithAnUnknownWayOut) {
  Outcome Result =
      run("if (opaque<data-dependent-index>(\"loaded\", divergent)"
          ":bool) { return }\n"
          "loop test (true) { if (n == 0) { break } load 4 &a[0] }",
          Warp);
  EXPECT_FALSE(Result.Summary.BudgetReached);
  EXPECT_FALSE(Result.Events.empty());
}

} // namespace
