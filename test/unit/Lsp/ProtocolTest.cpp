//===- ProtocolTest.cpp - What the protocol calls things ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Protocol.h"
#include "banklint/Lsp/Facts.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace banklint::lsp;
namespace json = llvm::json;

template <typename T> static std::optional<T> read(llvm::StringRef Text) {
  T Result;
  json::Path::Root Root;
  if (fromJSON(llvm::cantFail(json::parse(Text)), Result, Root))
    return Result;
  return std::nullopt;
}

TEST(Protocol, Uris) {
  for (llvm::StringRef Path : {"/a/b.cu", "/a b/\xc3\xbc%.cu", "/a#b?c:d"})
    EXPECT_EQ(pathOfUri(uriOfPath(Path)), Path);
  EXPECT_EQ(uriOfPath("/a b"), "file:///a%20b");
  EXPECT_EQ(pathOfUri("file://localhost/a%2Fb"), "/a/b");
  EXPECT_EQ(pathOfUri("FILE:///a"), "/a");
  for (llvm::StringRef Bad : {"", "untitled:1", "file://", "file:///%",
                              "file:///%4", "file:///%zz", "file:///a%00b"})
    EXPECT_EQ(pathOfUri(Bad), std::nullopt) << Bad.str();
}

TEST(Protocol, Ranges) {
  const auto Of = [](llvm::StringRef Start, llvm::StringRef End) {
    return read<Range>(
        (R"({"start":)" + Start + R"(,"end":)" + End + "}").str());
  };
  EXPECT_EQ(Of(R"({"line":1,"character":2})", R"({"line":1,"character":3})"),
            (Range{{1, 2}, {1, 3}}));
  EXPECT_FALSE(
      Of(R"({"line":1,"character":2})", R"({"line":1,"character":1})"));
  EXPECT_FALSE(
      Of(R"({"line":-1,"character":2})", R"({"line":1,"character":1})"));
  EXPECT_FALSE(Of("3", "4"));
}

TEST(Protocol, RangesTouchAndContain) {
  const Range R{{1, 2}, {1, 5}};
  EXPECT_TRUE(R.contains({1, 5}));
  EXPECT_FALSE(R.contains({1, 6}));
  EXPECT_TRUE(R.touches({{1, 5}, {3, 0}}));
  EXPECT_TRUE(R.touches({{0, 0}, {1, 2}}));
  EXPECT_FALSE(R.touches({{1, 6}, {1, 7}}));
}

TEST(Protocol, Changes) {
  const auto Params = read<DidChangeParams>(R"({
    "textDocument": {"uri": "u", "version": 4},
    "contentChanges": [{"text": "a"}, {"text": "b", "rangeLength": 1,
      "range": {"start": {"line": 0, "character": 0},
                "end": {"line": 0, "character": 1}}}]})");
  ASSERT_TRUE(Params);
  EXPECT_EQ(Params->Uri, "u");
  EXPECT_EQ(Params->Version, 4);
  ASSERT_EQ(Params->Changes.size(), 2u);
  EXPECT_FALSE(Params->Changes[0].Range);
  EXPECT_EQ(Params->Changes[1].Range, (Range{{0, 0}, {0, 1}}));
  EXPECT_FALSE(read<DidChangeParams>(R"({"textDocument": {"uri": "u"}})"));
}

TEST(Facts, SurviveTheWayBetweenProcesses) {
  Facts Sent;
  Sent.IsAnalyzed = true;
  Sent.IsPreliminary = true;
  Sent.Problem = "a problem";
  Sent.Warnings = {"one", "two"};
  Sent.FilesRead = {"/a.cu"};
  Sent.Diagnostics = {json::Object{{"code", "c"}}};
  const Range At{{1, 2}, {3, 4}};
  const std::vector<FileEdits> Edits = {{"/a.cu", {{At, "new \xc3\xa4"}}}};
  Sent.Actions = {{At, 7, "title", true, Edits},
                  {At, std::nullopt, "other", false, {}}};
  Sent.FixAll = Edits;
  Sent.Hovers = {{At, "markdown"}};
  Sent.Hints = {{At.Start, "label", "tooltip", false}};
  Sent.Lenses = {{At, "title", "detail"}};
  const FactTexts Texts = textsOf(Sent);
  Facts Read;
  ASSERT_TRUE(readHead(Texts.Head, Read));
  EXPECT_TRUE(Read.HasDiagnostics);
  EXPECT_EQ(Read.Problem, Sent.Problem);
  ASSERT_TRUE(readRest(Texts, Read));
  const FactTexts Again = textsOf(Read);
  EXPECT_EQ(Again.Head, Texts.Head);
  EXPECT_EQ(Again.Diagnostics, Texts.Diagnostics);
  EXPECT_EQ(Again.Details, Texts.Details);
  ASSERT_EQ(Read.Actions.size(), 2u);
  EXPECT_EQ(Read.Actions[0].Diagnostic, 7);
  EXPECT_EQ(Read.Actions[1].Diagnostic, std::nullopt);
  EXPECT_EQ(Read.Actions[0].Edits[0].Edits[0].NewText, "new \xc3\xa4");
  EXPECT_EQ(Read.Hints[0].At, At.Start);
}

TEST(Facts, TextsThatHoldNone) {
  Facts Read;
  EXPECT_FALSE(readHead("[]", Read));
  EXPECT_FALSE(readHead(std::string(1'000'000, '['), Read));
  const FactTexts Good = textsOf(Facts());
  FactTexts Bad = Good;
  Bad.Details = "[[],[],[[1,2]],[],[]]";
  EXPECT_FALSE(readRest(Bad, Read));
  Bad = Good;
  Bad.Diagnostics = "{";
  EXPECT_FALSE(readRest(Bad, Read));
}
