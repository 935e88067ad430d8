//===- ShortNamesTest.cpp - Kernels' names for messages -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/ShortNames.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;

static const std::string Long(90, 'x');

/// The forms of \p Names in one report.
static std::vector<std::string> shortOf(std::vector<std::string> Names) {
  const std::vector<llvm::StringRef> All(Names.begin(), Names.end());
  const ShortNames Short(All);
  std::vector<std::string> Result;
  for (llvm::StringRef Name : All)
    Result.push_back(Short.of(Name).str());
  return Result;
}

TEST(ShortNames, LeavesWhatIsShort) {
  EXPECT_THAT(shortOf({"k", "scan<std::array<int, 4>>", "ns::" + Long}),
              ElementsAre("k", "scan<std::array<int, 4>>", "ns::" + Long));
}

TEST(ShortNames, KeepsShortArgumentsOfOneInstantiation) {
  EXPECT_THAT(shortOf({"sum<" + Long + ", " + Long + ", float, 32>"}),
              ElementsAre("sum<..., float, 32>"));
}

TEST(ShortNames, KeepsWhatTellsInstantiationsApart) {
  EXPECT_THAT(shortOf({"sum<" + Long + ", Policy<float, 256, " + Long + ">>",
                       "sum<" + Long + ", Policy<float, 512, " + Long + ">>"}),
              ElementsAre("sum<..., Policy<float, 256, ...>>",
                          "sum<..., Policy<float, 512, ...>>"));
  EXPECT_THAT(shortOf({"sum<" + Long + ", A<" + Long + ">>",
                       "sum<" + Long + ", B<" + Long + ">>"}),
              ElementsAre("sum<..., A<...>>", "sum<..., B<...>>"));
  // Nothing shorter would do.
  EXPECT_THAT(shortOf({"sum<" + Long + "1>", "sum<" + Long + "2>"}),
              ElementsAre("sum<" + Long + "1>", "sum<" + Long + "2>"));
}

TEST(ShortNames, ReadsWhatClangPrints) {
  EXPECT_THAT(shortOf({"k<(lambda at a.cu:3:4), (Mode)1, A<B<" + Long + ">>>"}),
              ElementsAre("k<..., (Mode)1, ...>"));
  EXPECT_THAT(shortOf({"k<(a > b), " + Long + ">"}),
              ElementsAre("k<(a > b), ...>"));
  EXPECT_THAT(shortOf({"broken<" + Long}), ElementsAre("broken<" + Long));
}

TEST(ShortNames, WritesTypesOfCuteAsItsPrintDoes) {
  const std::string Shape = "cute::tuple<cute::C<8>, cute::C<32>>";
  const std::string Plain =
      "cute::Layout<" + Shape + ", cute::tuple<cute::C<32>, cute::C<1>>>";
  EXPECT_THAT(
      shortOf({"k<" + Plain + ">",
               "k<cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::C<0>, " +
                   Plain + ">>"}),
      ElementsAre("k<(_8,_32):(_32,_1)>",
                  "k<Sw<3,4,3> o _0 o (_8,_32):(_32,_1)>"));
  EXPECT_THAT(shortOf({"k<float, cute::C<4>, cute::Underscore>",
                       "ns::cute::C<4>", "k<cute::Copy_Atom<float> *>"}),
              ElementsAre("k<float, _4, _>", "ns::cute::C<4>",
                          "k<Copy_Atom<float> *>"));
  EXPECT_THAT(shortOf({"k<cute::tile, int>", "k<tile, int>"}),
              ElementsAre("k<cute::tile, int>", "k<tile, int>"));
  // Forms that are too long are shortened as others are.
  std::string Two = "k<", One = "k<";
  for (int I = 0; I != 12; ++I) {
    Two += Shape + ", ";
    One += Shape + ", ";
  }
  EXPECT_THAT(shortOf({Two + "cute::C<2>>", One + "cute::C<1>>"}),
              ElementsAre("k<..., _2>", "k<..., _1>"));
}

TEST(ShortNames, ReplacesQuotedNames) {
  const std::string Name = "k<" + Long + ">";
  const ShortNames Short(std::vector<llvm::StringRef>{Name});
  std::string Message = "in '" + Name + "' and '" + Name + "', not " + Name;
  Short.replaceIn(Message);
  EXPECT_EQ(Message, "in 'k<...>' and 'k<...>', not " + Name);
}

TEST(ShortNames, LeavesOutWhatIsNotNeeded) {
  const std::string A = "Layout<" + std::string(30, 'a') + ">";
  const std::string B = "Layout<" + std::string(30, 'b') + ">";
  EXPECT_THAT(shortOf({"gemm<" + A + ", 1, " + A + ", " + A + ">",
                       "gemm<" + B + ", 2, " + B + ", " + B + ">"}),
              ElementsAre("gemm<..., 1, ...>", "gemm<..., 2, ...>"));
}
