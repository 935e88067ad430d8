//===- BankQueriesTest.cpp - The bank calculator's line format ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankQueries.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace banklint;
using testing::HasSubstr;

namespace {

struct Answers {
  std::string Out, Errors;
  unsigned BadLines;
};

} // namespace

static Answers answer(llvm::StringRef Input, llvm::StringRef Arch = "sm_90") {
  Answers Result;
  llvm::raw_string_ostream Out(Result.Out), Errors(Result.Errors);
  Result.BadLines =
      answerBankQueries(*findArchitecture(Arch), Input, Out, Errors);
  return Result;
}

/// 32 offsets, Stride bytes apart.
static std::string offsets(unsigned Stride, unsigned Base = 0) {
  std::string Text;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Text += (Lane ? "," : "") + std::to_string(Base + Lane * Stride);
  return Text;
}

TEST(BankQueries, ExactAnswersHaveFourColumns) {
  EXPECT_EQ(answer("a\tld\t4\tffffffff\t" + offsets(8) + "\n").Out,
            "a\t2\t1\t2\n");
  EXPECT_EQ(answer("a\tld\t4\t0xFF\t" + offsets(8)).Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer("a\tpopc\t4\tf\t" + offsets(0)).Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer("a\tld\t4\t0\t" + offsets(8)).Out, "a\t0\t0\t0\n");
}

TEST(BankQueries, UncertainAnswersSayHow) {
  std::string Rest = "\tffffffff\t" + offsets(16);
  EXPECT_EQ(answer("a\tadd\t8" + Rest).Out, "a\t8\t4\t2\n");
  EXPECT_EQ(answer("a\tadd\t8\tffffffff\t" + offsets(0)).Out,
            "a\t64\t4\t16\tlower-bound\n");
  EXPECT_EQ(answer("a\tgld\t16" + Rest).Out, "a\t4\t4\t1\tlower-bound\n");
  EXPECT_EQ(answer("a\tgst\t16" + Rest).Out, "a\t4\t4\t1\tlower-bound\n");
  EXPECT_EQ(answer("a\tcpg\t16" + Rest).Out, "a\t-\t-\t-\tunknown\n");
}

TEST(BankQueries, SourceColumnOfAsynchronousCopies) {
  std::string Query = "a\tcpa\t4\tffffffff\t" + offsets(4);
  EXPECT_EQ(answer(Query).Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer(Query + "\t\t7").Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer(Query + "\tnote, further text").Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer(Query + "\t" + offsets(4)).Out, "a\t1\t1\t1\n");
  EXPECT_EQ(answer(Query + "\t" + offsets(8)).Out, "a\t2\t1\t1\tlower-bound\n");
  EXPECT_THAT(answer(Query + "\t1,2,3").Errors,
              HasSubstr("found 3 source offsets; expected 32"));
  EXPECT_THAT(answer(Query + "\t" + offsets(2)).Errors,
              HasSubstr("misaligned"));
}

TEST(BankQueries, OtherOperationsIgnoreFurtherColumns) {
  std::string Query = "a\tst\t4\tffffffff\t" + offsets(4);
  EXPECT_EQ(answer(Query + "\t1,2,3\t99").Out, "a\t1\t1\t1\n");
}

TEST(BankQueries, CommentsHeadersAndLineEndings) {
  Answers Result = answer("# comment\nid\top\twidth\n\n\r\nx\tld\t4\t1\t" +
                          offsets(4) + "\r\n");
  EXPECT_EQ(Result.Out, "x\t1\t1\t1\n");
  EXPECT_EQ(Result.Errors, "");
  EXPECT_EQ(Result.BadLines, 0u);
}

TEST(BankQueries, BadLinesAreReportedAndTheRestAnswered) {
  std::string Good = "\tld\t4\t1\t" + offsets(4) + "\n";
  Answers Result = answer("# one\na" + Good + "b\tld\nc" + Good + "nonsense");
  EXPECT_EQ(Result.Out, "a\t1\t1\t1\nc\t1\t1\t1\n");
  EXPECT_THAT(Result.Errors, HasSubstr("<stdin>:3: error: found 2 "));
  EXPECT_THAT(Result.Errors, HasSubstr("<stdin>:5: error: found 1 "));
  EXPECT_EQ(Result.BadLines, 2u);
}

TEST(BankQueries, MessagesNameWhatIsExpected) {
  struct {
    std::string Line;
    const char *Arch, *Message;
  } Cases[] = {
      {"a\tldx\t4\t1\t" + offsets(4), "sm_90",
       "unknown operation 'ldx'; expected one of ld st gld"},
      {"a\tld\t3\t1\t" + offsets(4), "sm_90",
       "'3' bytes per lane are not supported for 'ld' on sm_90; expected one "
       "of "
       "1, 2, 4, 8, 16"},
      {"a\tld\tfour\t1\t" + offsets(4), "sm_90", "'four' bytes per lane"},
      {"a\tatom\t8\t1\t" + offsets(8), "sm_90", "expected one of 4\n"},
      {"a\tstsm1\t16\t1\t" + offsets(16), "sm_80",
       "operation 'stsm1' does not exist on sm_80"},
      {"a\tld\t4\t1ffffffff\t" + offsets(4), "sm_90",
       "invalid active mask '1ffffffff'; expected up to 8 hexadecimal digits"},
      {"a\tld\t4\t\t" + offsets(4), "sm_90", "invalid active mask ''"},
      {"a\tld\t4\t1\t0,4,8", "sm_90",
       "found 3 byte offsets; expected 32, separated by commas"},
      {"a\tld\t4\t1\t-" + offsets(4), "sm_90",
       "invalid entry '-0' in the byte offsets; expected a decimal number"},
      {"a\tld\t8\tffffffff\t" + offsets(8, 4), "sm_90",
       "misaligned access; expected the offset of every active lane to be a "
       "multiple of 8"}};
  for (const auto &Case : Cases) {
    Answers Result = answer(Case.Line, Case.Arch);
    EXPECT_EQ(Result.Out, "") << Case.Line;
    EXPECT_THAT(Result.Errors, HasSubstr(Case.Message));
    EXPECT_EQ(Result.BadLines, 1u);
  }
}
