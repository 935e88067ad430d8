//===- SuppressionCommentsTest.cpp - NOLINT in a source file --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/SuppressionComments.h"
#include "gmock/gmock.h"
#include <chrono>

using namespace banklint;
using testing::ElementsAre;

static constexpr char Conflict[] = "shared-bank-conflict";

/// True if a finding at the '^' of \p Text, which is left out, is suppressed.
static bool isSuppressed(std::string Text) {
  const size_t At = Text.find('^');
  Text.erase(At, 1);
  return !SuppressionComments(Text).suppressing(At, Conflict).empty();
}

TEST(SuppressionComments, ReachTheirLine) {
  for (const char *Text :
       {"^a // NOLINT", "a ^// NOLINT", "// NOLINT a^", "\n^a /* NOLINT */\nb",
        "^a // NOLINT\r\n", "// NOLINTNEXTLINE\n^a", "// NOLINTNEXTLINE\n^",
        "// NOLINTNEXTLINE\r\na^\r\n", "NOLINTBEGIN ^ NOLINTEND",
        "a^ // NOLINT(x) NOLINT(shared-*)",
        "NOLINTBEGIN\nNOLINTBEGIN(a)\n^NOLINTEND(a)\nNOLINTEND"})
    EXPECT_TRUE(isSuppressed(Text)) << Text;
  for (const char *Text :
       {"^a\n// NOLINT", "// NOLINT\n^a", "^a // NOLINTNEXTLINE",
        "// NOLINTNEXTLINE\n\n^a", "^NOLINTBEGIN NOLINTEND",
        "NOLINTBEGIN NOLINTEND ^", "NOLINTBEGIN ^", "^ NOLINTEND",
        "NOLINTBEGIN ^ NOLINTEND(a)", "NOLINTBEGIN(a)\n^NOLINTEND(b)"})
    EXPECT_FALSE(isSuppressed(Text)) << Text;
}

TEST(SuppressionComments, HaveListsOfGlobs) {
  for (const char *Text :
       {"^NOLINT(shared-bank-conflict)", "^NOLINT(cuda-shared-bank-conflict)",
        "^NOLINT(*)", "^NOLINT( a ,\tshared-bank-* )", "^NOLINT(*-conflict)",
        "^NOLINT(*,-shared-bank-conflict)", "^NOLINT(shared-bank-conflict",
        "^NOLINT (a)", "^NOLINT(a\n)", "^NOLINT:", "^_NOLINT"})
    EXPECT_TRUE(isSuppressed(Text)) << Text;
  for (const char *Text :
       {"^NOLINT()", "^NOLINT(shared-bank)", "^NOLINT(-*)",
        "^NOLINT(Shared-Bank-Conflict)", "^NOLINT(bank-conflict)",
        "^NOLINT(shared.bank.conflict)", "^NOLINTS", "^nolint", "^NO LINT"})
    EXPECT_FALSE(isSuppressed(Text)) << Text;
}

TEST(SuppressionComments, TellTheirPlaceAndReason) {
  const SuppressionComments Comments("a\n  // NOLINT(x): why not -- \n"
                                     "/* NOLINT it is cold */ NOLINTEND");
  ASSERT_EQ(Comments.all().size(), 3u);
  const SuppressionComment &First = Comments.all()[0];
  EXPECT_EQ(First.Line, 2u);
  EXPECT_EQ(First.Column, 6u);
  EXPECT_EQ(First.Offset, 7u);
  EXPECT_EQ(First.Length, 9u);
  EXPECT_EQ(First.Justification, "why not");
  EXPECT_EQ(Comments.all()[1].Line, 3u);
  EXPECT_EQ(Comments.all()[1].Column, 4u);
  EXPECT_EQ(Comments.all()[1].Justification, "it is cold");
  EXPECT_THAT(Comments.unmatched(), ElementsAre(2));
}

TEST(SuppressionComments, TheLinesOwnComesFirst) {
  const std::string Text = "NOLINTBEGIN\na // NOLINT\nNOLINTEND";
  EXPECT_THAT(SuppressionComments(Text).suppressing(Text.find('a'), Conflict),
              ElementsAre(1, 0));
}

/// Whatever the text is, it takes time in proportion.
TEST(SuppressionComments, HostileTextsTakeLittleTime) {
  const auto Start = std::chrono::steady_clock::now();
  for (const char *Part : {"NOLINT(", "NOLINT", "NOLINTBEGIN(a,", "NOLINT a",
                           "NOLINTNEXTLINE\n", "NOLINTBEGIN", "\nNOLINTEND"}) {
    std::string Text;
    while (Text.size() < (4u << 20))
      Text += Part;
    SuppressionComments(Text).suppressing(Text.size() / 2, Conflict);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(20));
}
