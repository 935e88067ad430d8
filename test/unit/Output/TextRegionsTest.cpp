//===- TextRegionsTest.cpp - Places as editors count them -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRegions.h"
#include "../Checks/SourceText.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// "line:column-line:column", the end left out if it is not known.
std::string spelled(const TextRegion &Region) {
  std::string Text = std::to_string(Region.StartLine) + ":" +
                     std::to_string(Region.StartColumn);
  if (Region.hasEnd())
    Text += "-" + std::to_string(Region.EndLine) + ":" +
            std::to_string(Region.EndColumn);
  return Text;
}

class TextRegionsOf : public testing::Test {
protected:
  /// Sets the text of "f.cu".
  void setText(llvm::StringRef Text) { Source = {"f.cu", Text.str()}; }
  std::string of(llvm::StringRef Needle) {
    return spelled(TextRegions(Files).of(Source.place(Needle)));
  }
  std::string linesOf(llvm::StringRef Needle) {
    return TextRegions(Files).linesOf(Source.place(Needle)).value_or("none");
  }

  SourceText Source;
  llvm::function_ref<std::string(llvm::StringRef)> Path = [](llvm::StringRef) {
    return std::string();
  };
  std::function<std::optional<llvm::StringRef>(llvm::StringRef)> Text =
      [this](llvm::StringRef Name) {
        return Name == "f.cu" ? std::optional<llvm::StringRef>(Source.Text)
                              : std::nullopt;
      };
  SourceFiles Files = {"/", Path, Text};
};

TEST_F(TextRegionsOf, CountsCodeUnitsOfUtf16) {
  setText("a\tb\nä幅x y\n\U0001F600z\n");
  EXPECT_EQ(of("b"), "1:3-1:4");
  EXPECT_EQ(of("x y"), "2:3-2:6");
  EXPECT_EQ(of("ä幅"), "2:1-2:3");
  // Beyond the basic plane a character takes two.
  EXPECT_EQ(of("z"), "3:3-3:4");
}

TEST_F(TextRegionsOf, CountsWhatIsNoUtf8AsItIsWritten) {
  setText("\xFF\xFEx");
  EXPECT_EQ(of("x"), "1:3-1:4");
}

TEST_F(TextRegionsOf, SpansLines) {
  setText("f(a,\r\n  b);\r\ng();");
  EXPECT_EQ(of("a,\r\n  b"), "1:3-2:4");
  EXPECT_EQ(linesOf("a,\r\n  b"), "f(a,\r\n  b);");
  EXPECT_EQ(of("g()"), "3:1-3:4");
  EXPECT_EQ(linesOf("g"), "g();");
}

TEST_F(TextRegionsOf, DoesNotCountAByteOrderMark) {
  setText("\xEF\xBB\xBF"
          "int a;\n");
  EXPECT_EQ(of("int"), "1:1-1:4");
  EXPECT_EQ(linesOf("a"), "int a;");
}

TEST_F(TextRegionsOf, WithoutALengthHasNoEnd) {
  setText("ä f();\n");
  Place At = Source.place("f");
  At.Span.Length = 0;
  EXPECT_EQ(spelled(TextRegions(Files).of(At)), "1:3");
  EXPECT_EQ(TextRegions(Files).textOf(At), std::nullopt);
}

TEST_F(TextRegionsOf, TakesThePlaceAsGivenWithoutItsText) {
  setText("one\ntwo\n");
  TextRegions Regions(Files);
  EXPECT_EQ(spelled(Regions.of(Place{"gone.cu", {0, 7, 3, 90, 4}})), "7:3");
  // The file is another one than the place was made for.
  EXPECT_EQ(spelled(Regions.of(Place{"f.cu", {0, 7, 3, 5, 1}})), "7:3");
  EXPECT_EQ(spelled(Regions.of(Place{"f.cu", {0, 2, 3, 6, 90}})), "2:3");
  EXPECT_EQ(Regions.textOf({"f.cu", {0, 2, 3, 6, 90}}), std::nullopt);
}

TEST_F(TextRegionsOf, OfEdits) {
  setText("one\ntwo\n");
  TextRegions Regions(Files);
  EXPECT_EQ(spelled(*Regions.of(TextEdit{"f.cu", 4, 3, ""})), "2:1-2:4");
  // An insertion is the empty stretch before a character, or at the end.
  EXPECT_EQ(spelled(*Regions.of(TextEdit{"f.cu", 5, 0, "x"})), "2:2-2:2");
  EXPECT_EQ(spelled(*Regions.of(TextEdit{"f.cu", 8, 0, "x"})), "3:1-3:1");
  EXPECT_EQ(spelled(*Regions.of(TextEdit{"f.cu", 3, 1, ""})), "1:4-2:1");
  EXPECT_FALSE(Regions.of(TextEdit{"f.cu", 8, 1, ""}).has_value());
  EXPECT_FALSE(Regions.of(TextEdit{"gone.cu", 0, 0, ""}).has_value());
}

} // namespace
