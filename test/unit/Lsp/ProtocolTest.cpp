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
  Sent.Problem = "p";
  Sent.IsPreliminary = true;
  Sent.Warnings = {"w"};
  Sent.FilesRead = {"/a.cu"};
  Sent.Diagnostics = {json::Object{{"code", "c"}}};
  const Range At{{1, 2}, {3, 4}};
  Sent.Actions = {{At, 0, "t", true, {{"/a.cu", {{At, "n"}}}}},
                  {At, std::nullopt, "u", false, {}}};
  Sent.FixAll = {{"/a.cu", {{At, "n"}}}};
  Sent.Hovers = {{At, "h"}};
  Sent.Hints = {{{5, 6}, "l", "t", false}};
  Sent.Lenses = {{At, "t", "d"}};
  Facts Read;
  json::Path::Root Root;
  ASSERT_TRUE(fromJSON(toJSON(Sent), Read, Root));
  EXPECT_EQ(toJSON(Read), toJSON(Sent));
}
