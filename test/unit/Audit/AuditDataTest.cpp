//===- AuditDataTest.cpp ------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/AuditData.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A report with \p Members instead of empty ones.
llvm::json::Object report(llvm::StringRef Members) {
  llvm::json::Object Document{{"format", 1},
                              {"files", llvm::json::Array()},
                              {"kernels", llvm::json::Array()},
                              {"findings", llvm::json::Array()},
                              {"suppressed", llvm::json::Array()}};
  llvm::json::Value Parsed = llvm::cantFail(llvm::json::parse(Members));
  for (auto &Member : *Parsed.getAsObject())
    Document[Member.first] = std::move(Member.second);
  return Document;
}

std::string finding(unsigned Line, unsigned Wavefronts,
                    llvm::StringRef Possible = "false",
                    llvm::StringRef Grid = "[2,1,1]") {
  return llvm::formatv(
      R"({"check":"c","severity":"warning","file":"h.cuh","line":{0},)"
      R"("column":1,"message":"m","fixes":[],"cost":{"wavefronts":{1},)"
      R"("ideal":1,"per_block":true,"possible":{2},"bound":false},"launch":)"
      R"({"kernel":"k","block":[64,1,1],"grid":{3},"origin":"default"}})",
      Line, Wavefronts, Possible, Grid);
}

class AuditDataTest : public testing::Test {
protected:
  void add(llvm::StringRef Members) {
    llvm::cantFail(Data.add(report(Members)));
  }
  void addFindings(std::vector<std::string> Findings) {
    add("{\"findings\":[" + llvm::join(Findings, ",") + "]}");
  }
  std::vector<unsigned> rankedLines() {
    Data.finish();
    std::vector<unsigned> Lines;
    for (size_t Number : Data.Ranking)
      Lines.push_back(Data.Findings[Number].At.Line);
    return Lines;
  }

  AuditData Data{llvm::cantFail(Spool::create())};
};

TEST_F(AuditDataTest, WhatALaunchLosesMostIsFirst) {
  addFindings({finding(1, 5), finding(2, 9), finding(3, 7)});
  EXPECT_THAT(rankedLines(), ElementsAre(2, 3, 1));
  EXPECT_EQ(Data.Findings[1].Lost.Wavefronts, 16u);
  EXPECT_EQ(Data.Findings[1].Lost.Per, Loss::OfLaunch);
}

TEST_F(AuditDataTest, WhatIsCertainlyWrongIsFirst) {
  addFindings({finding(1, 5), finding(2, 9),
               R"({"check":"shared-out-of-bounds","severity":"warning",)"
               R"("file":"a.cu","line":3,"column":1,"message":"m",)"
               R"("fixes":[]})"});
  EXPECT_THAT(rankedLines(), ElementsAre(3, 2, 1));
}

TEST_F(AuditDataTest, TimesAreOfTheBlocksOfOneMultiprocessor) {
  Data.Arch = "sm_90";
  addFindings({finding(1, 1981)});
  Data.finish();
  // Two blocks are on two multiprocessors of 1,980 MHz.
  EXPECT_DOUBLE_EQ(Data.Findings[0].Lost.Nanoseconds.value(), 1000);
}

TEST_F(AuditDataTest, AnUnknownArchitectureHasNoTimes) {
  addFindings({finding(1, 1981)});
  Data.finish();
  EXPECT_FALSE(Data.Findings[0].Lost.Nanoseconds);
}

/// Of the worst request; \p Executed wavefronts were lost in what was executed.
std::string openFinding(unsigned Line, unsigned Wavefronts, unsigned Executed) {
  constexpr llvm::StringLiteral Known = "\"per_block\":true";
  std::string Text = finding(Line, Wavefronts);
  return Text.replace(Text.find(Known), Known.size(),
                      "\"per_block\":false,\"executed_excess\":" +
                          std::to_string(Executed));
}

TEST_F(AuditDataTest, OpenTotalsAreEstimatedByWhatWasExecuted) {
  addFindings(
      {openFinding(1, 5, 12), openFinding(2, 3, 700), openFinding(3, 9, 0)});
  EXPECT_THAT(rankedLines(), ElementsAre(2, 3, 1));
  EXPECT_EQ(Data.Findings[1].Lost.Wavefronts, 2u);
  EXPECT_EQ(Data.Findings[1].Lost.Per, Loss::OfRequest);
  EXPECT_EQ(Data.Findings[1].Lost.Weight, 2 * 700);
  // One request of each warp.
  EXPECT_EQ(Data.Findings[2].Lost.Weight, 2 * 2 * 8);
}

TEST_F(AuditDataTest, PossibleFindingsComeLast) {
  addFindings({finding(1, 90, "true"), finding(2, 2)});
  EXPECT_THAT(rankedLines(), ElementsAre(2, 1));
}

TEST_F(AuditDataTest, AnUnknownGridCountsAsSome) {
  addFindings({finding(1, 90), finding(2, 10, "false", "null")});
  EXPECT_THAT(rankedLines(), ElementsAre(2, 1));
  EXPECT_EQ(Data.Findings[1].Lost.Wavefronts, 9u);
  EXPECT_EQ(Data.Findings[1].Lost.Per, Loss::OfBlock);
}

TEST_F(AuditDataTest, AHeadersFindingCountsOnceAsTheWorst) {
  addFindings({finding(1, 5)});
  addFindings({finding(1, 8)});
  addFindings({finding(1, 8)});
  EXPECT_THAT(rankedLines(), ElementsAre(1));
  EXPECT_EQ(Data.Findings[0].Lost.Wavefronts, 14u);
}

TEST_F(AuditDataTest, EqualKernelsCountOnceAndInstancesHideTheTemplate) {
  const std::string Kernel =
      R"({"name":"k<1>","file":"h.cuh","line":4,"launches":[{"origin":"option",)"
      R"("accesses":[{"result":"exact","worst":{"wavefronts":2,"ideal":1}}]}]})";
  const std::string Template =
      R"({"name":"k","file":"h.cuh","line":4,"launches":[{"origin":"default",)"
      R"("accesses":[{"result":"unknown","reason":)"
      R"("uninstantiated-template: no"}]}]})";
  add("{\"kernels\":[" + Kernel + "," + Template + "]}");
  add("{\"kernels\":[" + Kernel + "]}");
  Data.finish();
  ASSERT_EQ(Data.Kernels.size(), 1u);
  EXPECT_EQ(Data.Counts.Accesses, 1u);
  EXPECT_EQ(Data.Counts.Conflicting, 1u);
  EXPECT_TRUE(Data.Unknowns.empty());
}

TEST_F(AuditDataTest, AFileThatLaunchesAHeadersKernelIsBelieved) {
  std::string Launched = finding(1, 5);
  const size_t At = Launched.find("\"origin\":\"default\"");
  Launched.replace(At, 18, "\"origin\":\"launch-site\",\"file\":\"a.cu\"");
  addFindings({finding(1, 90)});
  addFindings({Launched});
  EXPECT_THAT(rankedLines(), ElementsAre(1));
  EXPECT_EQ(Data.Findings[0].Lost.Wavefronts, 8u);
}

TEST_F(AuditDataTest, MapsNameTheRequestsOfTheAudit) {
  const auto Members = [](llvm::StringRef Request) {
    return ("{\"audit\":{\"requests\":[" + Request +
            "]},\"findings\":[{\"maps\":[{\"rounds\":[{\"request\":0}]}]}]}")
        .str();
  };
  add(Members("{\"bytes\":4}"));
  add(Members("{\"bytes\":8}"));
  EXPECT_EQ(Data.Requests.size(), 2u);
  EXPECT_THAT(llvm::cantFail(Data.textOf(Data.Findings[1].Text)),
              HasSubstr("\"request\":1"));
}

TEST_F(AuditDataTest, MissingHeadersThatOneOptionFindsAreOneLesson) {
  add(R"({"files":[{"file":"a.cu","status":"analyzed","missing_headers":)"
      R"(["x/a.h","x/b.h","c.h"],"lost_shared":["a.cu:1"]}]})");
  Data.finish([](llvm::StringRef Header, llvm::StringRef Source) {
    EXPECT_EQ(Source, "a.cu");
    return std::string(Header.starts_with("x/") ? "inc" : "");
  });
  ASSERT_EQ(Data.Lessons.size(), 2u);
  EXPECT_EQ(Data.Lessons[0].Text, "'x/a.h' and 1 other header were not found");
  EXPECT_EQ(Data.Lessons[0].Advice, "try --extra-arg=-Iinc");
  EXPECT_EQ(Data.Lessons[1].Subject, "c.h");
}

TEST_F(AuditDataTest, APartOfAnotherFileDoesNotFail) {
  add(R"({"files":[{"file":"k.cu","status":"failed","parse_errors":2,)"
      R"("missing_headers":["a.h"],"included_by":"main.cu"}]})");
  add(R"({"files":[{"file":"main.cu","status":"analyzed"}]})");
  Data.finish();
  EXPECT_FALSE(Data.Files[0].hasFailed());
  EXPECT_THAT(Data.Lessons, IsEmpty());
}

TEST_F(AuditDataTest, UnknownHeadersThatTheSameFilesLackAreOneLesson) {
  add(R"({"files":[{"file":"a.cu","status":"analyzed","missing_headers":)"
      R"(["m/a.h","m/b.h","c.h"],"lost_shared":["a.cu:1"]},)"
      R"({"file":"b.cu","status":"analyzed","missing_headers":)"
      R"(["m/a.h","m/b.h"]}]})");
  Data.finish();
  ASSERT_EQ(Data.Lessons.size(), 2u);
  EXPECT_EQ(Data.Lessons[0].Text,
            "'m/a.h' and 1 other header were not found in 2 files");
  EXPECT_EQ(Data.Lessons[0].Advice,
            "add their directories with --extra-arg=-I<directory>");
  EXPECT_EQ(Data.Lessons[1].Subject, "c.h");
}

TEST_F(AuditDataTest, LessonsDoNotPromiseWhatDataDecides) {
  add(R"({"files":[{"file":"a.cu","status":"analyzed","parse_errors":1,)"
      R"("parse_error_messages":["a.cu:9:1: no"]}],"kernels":[{"name":"k",)"
      R"("file":"a.cu","line":4,"launches":[{"origin":"option","accesses":[)"
      R"({"result":"unknown","reason":"data-dependent-index: memory"},)"
      R"({"result":"unknown","reason":"unknown-cost: no rule"},)"
      R"({"result":"unknown","reason":"unknown-array: 's' is not declared"})"
      R"(]}]}]})");
  Data.finish();
  ASSERT_EQ(Data.Lessons.size(), 1u);
  EXPECT_EQ(Data.Lessons[0].Kind, "parse-error");
  EXPECT_EQ(Data.Lessons[0].Accesses, 1u);
}

TEST_F(AuditDataTest, AFixThatIsOnlyDescribedIsShownWhereNoneIsWritten) {
  const auto With = [](std::string Finding, const std::string &Fixes) {
    const size_t At = Finding.find("\"fixes\":[") + 9;
    return Finding.insert(At, Fixes);
  };
  const std::string Described =
      R"({"description":"described","edits":[],"saves":3})";
  const std::string Written =
      R"({"description":"written","edits":[{}],"saves":2})";
  addFindings({With(finding(1, 5), Described),
               With(finding(2, 5), Described + "," + Written)});
  ASSERT_EQ(Data.Findings.size(), 2u);
  EXPECT_EQ(Data.Findings[0].Fix, "described");
  EXPECT_EQ(Data.Findings[0].Saves, 3u);
  EXPECT_EQ(Data.Findings[1].Fix, "written");
  EXPECT_EQ(Data.Findings[1].Saves, 2u);
  EXPECT_FALSE(Data.Findings[0].FixHash);
  EXPECT_TRUE(Data.Findings[1].FixHash);
}

TEST_F(AuditDataTest, OtherDocumentsAreRefused) {
  for (const char *Members :
       {R"({"format":2})", R"({"files":null})", R"({"kernels":[1]})",
        R"({"findings":[{"maps":[{"rounds":[{"request":0}]}]}]})"}) {
    llvm::Error Failure = Data.add(report(Members));
    EXPECT_TRUE(static_cast<bool>(Failure)) << Members;
    llvm::consumeError(std::move(Failure));
  }
}

} // namespace
