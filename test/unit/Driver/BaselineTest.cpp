//===- BaselineTest.cpp - Findings that were accepted ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/Baseline.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static FindingIdentity named(std::string Code) {
  return {"a.cu", "f", "shared-bank-conflict", "s", std::move(Code)};
}

static std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<BaselineEntries> Entries = parseBaseline(Text);
  return Entries ? "" : llvm::toString(Entries.takeError());
}

TEST(Baseline, IsReadAsItWasWritten) {
  const BaselineEntries Entries = {
      {named("b \"\\\n\xc3\xa4"), 7}, {named("a"), 0}, {named("a"), 31}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeBaseline(Entries, OS);
  llvm::Expected<BaselineEntries> Read = parseBaseline(Text);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  ASSERT_EQ(Read->size(), 3u);
  EXPECT_EQ((*Read)[0].Of, named("a"));
  EXPECT_EQ((*Read)[0].Excess, 0u);
  EXPECT_EQ((*Read)[1].Excess, 31u);
  EXPECT_EQ((*Read)[2].Of, Entries[0].Of);
  // One line each, so that two branches' changes can be merged.
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 8u);
}

TEST(Baseline, BadTextsAreToldByTheirPlace) {
  EXPECT_THAT(errorOf("{\n\"a\": }"), HasSubstr("line 2: invalid JSON: "));
  EXPECT_THAT(errorOf(""), HasSubstr("invalid JSON: "));
  EXPECT_THAT(errorOf("\xff"), HasSubstr("invalid JSON: "));
  EXPECT_THAT(errorOf("[]"), HasSubstr("not a baseline"));
  EXPECT_THAT(errorOf("{}"), HasSubstr("not a baseline"));
  EXPECT_THAT(errorOf(R"({"banklint-baseline": 2})"), HasSubstr("version 2"));
  EXPECT_EQ(errorOf(R"({"banklint-baseline": 1})"),
            "missing list \"findings\"");
  EXPECT_EQ(errorOf(R"({"banklint-baseline": 1, "findings": [1]})"),
            "expected object at baseline.findings[0]");
  EXPECT_EQ(errorOf(R"({"banklint-baseline": 1, "findings": [{}]})"),
            "missing value at baseline.findings[0].file");
  EXPECT_EQ(errorOf("\n" + std::string(1 << 20, '[')),
            "line 2: nested too deeply");
  EXPECT_EQ(errorOf(R"({"banklint-baseline": 1, "findings": [], "new": 1})"),
            "");
}

/// The numbers of the candidates with these excesses that are accepted.
static std::vector<bool> accepted(std::vector<uint64_t> Entries,
                                  std::vector<uint64_t> Excesses) {
  BaselineEntries Known;
  for (uint64_t Excess : Entries)
    Known.push_back({named("a"), Excess});
  std::vector<Candidate> Candidates;
  for (uint64_t Excess : Excesses)
    Candidates.push_back({named("a"), Excess});
  return matchBaseline(Known, Candidates).IsAccepted;
}

TEST(Baseline, AcceptsAsManyAsItCan) {
  EXPECT_THAT(accepted({}, {0}), ElementsAre(false));
  EXPECT_THAT(accepted({0}, {0}), ElementsAre(true));
  EXPECT_THAT(accepted({7}, {7, 7}), ElementsAre(true, false));
  EXPECT_THAT(accepted({7}, {8}), ElementsAre(false));
  EXPECT_THAT(accepted({7}, {1}), ElementsAre(true));
  EXPECT_THAT(accepted({7, 1}, {1, 7}), ElementsAre(true, true));
  EXPECT_THAT(accepted({7, 1}, {7, 1}), ElementsAre(true, true));
  EXPECT_THAT(accepted({3, 3, 2}, {1, 2, 3}), ElementsAre(true, true, true));
}

TEST(Baseline, WhatGotWorseIsNotStale) {
  const BaselineEntries Known = {{named("a"), 7}, {named("b"), 7}};
  BaselineMatch Match = matchBaseline(Known, {{named("a"), 31}});
  EXPECT_THAT(Match.WasBetter, ElementsAre(std::optional<uint64_t>(7)));
  ASSERT_EQ(Match.Stale.size(), 1u);
  EXPECT_EQ(Match.Stale[0].Of, named("b"));
  // One more of the same is new, not worse.
  Match = matchBaseline(Known, {{named("a"), 7}, {named("a"), 7}});
  EXPECT_THAT(Match.WasBetter, ElementsAre(std::nullopt, std::nullopt));
}

TEST(FindingIdentity, CodeIsWithoutItsFormat) {
  EXPECT_EQ(normalizedCode("a [ i ]\n  [/* x */ 0]// end"), "a[i][0]");
  EXPECT_EQ(normalizedCode("unsigned  int(a)"), "unsigned int(a)");
  EXPECT_EQ(normalizedCode("a/**/b // c\n d"), "a b d");
  EXPECT_EQ(normalizedCode("a / b"), "a/b");
  EXPECT_EQ(normalizedCode("a /* open"), "a");
  EXPECT_THAT(normalizedCode(""), IsEmpty());
}

TEST(FindingIdentity, PathsAreWithoutLinks) {
  TestFolder Folder;
  Folder.write("src/deep/a.cu", "");
  ASSERT_FALSE(llvm::sys::fs::create_link(Folder / "src", Folder / "link"));
  EXPECT_EQ(pathFrom(Folder.Path, Folder / "link/deep/a.cu"), "src/deep/a.cu");
  EXPECT_EQ(pathFrom(Folder / "src/deep", Folder / "src/deep/a.cu"), "a.cu");
  EXPECT_EQ(pathFrom(Folder / "src/deep", Folder / "b.cu"), "../../b.cu");
  EXPECT_EQ(pathFrom(Folder / "src", Folder / "src/x/../y.cu"), "y.cu");
}

static std::vector<std::string> fingerprints(const std::string &File,
                                             llvm::StringRef Text,
                                             std::vector<unsigned> Offsets) {
  SourceTexts Sources;
  Sources.add("a.cu", File, Text.str());
  std::vector<Finding> Findings;
  for (unsigned Offset : Offsets) {
    Finding &F = Findings.emplace_back();
    F.Check = "shared-bank-conflict";
    F.At = {"a.cu", SourceSpan()};
    F.At.Span.Line = 1 + Text.take_front(Offset).count('\n');
    F.At.Span.Offset = Offset;
    F.At.Span.Length = 4;
  }
  setFingerprints(Findings, Sources);
  std::vector<std::string> Result;
  for (const Finding &F : Findings)
    Result.push_back(F.Fingerprint);
  return Result;
}

TEST(FindingIdentity, FingerprintsLastAndDiffer) {
  TestFolder Folder;
  Folder.write("one/.git/x", "");
  Folder.write("two/.git/x", "");
  const std::string One = Folder.write("one/src/a.cu", "");
  const std::string Two = Folder.write("two/src/a.cu", "");
  const std::string Other = Folder.write("two/a.cu", "");
  const auto First = fingerprints(One, "a[i]; a[i]; b[i];", {0, 6, 12});
  EXPECT_NE(First[0], First[1]);
  EXPECT_NE(First[0], First[2]);
  EXPECT_EQ(First[0].size(), 32u);
  EXPECT_EQ(fingerprints(Two, "\n\na[i];\n\na[i];\nb[i];", {2, 9, 15}), First);
  EXPECT_NE(fingerprints(Other, "a[i];", {0})[0], First[0]);
}
