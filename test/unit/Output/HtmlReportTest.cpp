//===- HtmlReportTest.cpp - An audit as a page ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the page does with its data is tested in a browser, by test/html.
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/HtmlReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::HasSubstr;

namespace {

constexpr llvm::StringLiteral DataStart =
    R"(<script type="application/octet-stream" id="report-data">)";

std::string htmlOf(llvm::StringRef Json) {
  std::string Page;
  llvm::raw_string_ostream OS(Page);
  uint64_t Size = writeHtml(Json, OS);
  EXPECT_EQ(Size, Page.size());
  return Page;
}

/// The text between the two that follow each other in the page.
llvm::StringRef between(llvm::StringRef Page, llvm::StringRef Start,
                        llvm::StringRef End) {
  return Page.split(Start).second.split(End).first;
}

/// The document that the page contains.
std::string dataOf(llvm::StringRef Page, size_t JsonSize) {
  std::vector<char> Bytes;
  llvm::cantFail(
      llvm::decodeBase64(between(Page, DataStart, "</script>"), Bytes));
  llvm::SmallVector<uint8_t, 0> Json;
  llvm::cantFail(llvm::compression::zlib::decompress(
      llvm::arrayRefFromStringRef({Bytes.data(), Bytes.size()}), Json,
      JsonSize));
  return llvm::toStringRef(Json).str();
}

std::string sourceOf(llvm::StringRef Element) {
  std::array<uint8_t, 32> Hash =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(Element));
  return "'sha256-" + llvm::encodeBase64(Hash) + "'";
}

TEST(HtmlReport, ContainsTheDocument) {
  std::string Json = R"({"format": 1, "findings": []})";
  EXPECT_EQ(dataOf(htmlOf(Json), Json.size()), Json);
}

TEST(HtmlReport, ContainsTheTemplate) {
  std::string File =
      BANKLINT_TEST_DIR "/../lib/Output/Html/template/report.html";
  auto Template = llvm::MemoryBuffer::getFile(File);
  ASSERT_TRUE(Template);
  auto [Head, Tail] = (*Template)->getBuffer().split("@BANKLINT_REPORT_DATA@");
  std::string Page = htmlOf("{}");
  EXPECT_TRUE(llvm::StringRef(Page).starts_with(Head));
  EXPECT_TRUE(llvm::StringRef(Page).ends_with(Tail));
  EXPECT_FALSE(Tail.empty());
}

TEST(HtmlReport, TextsOfTheDocumentAreNoMarkup) {
  std::string Hostile = "</script><script>alert(1)</script><!-- \" ' ` "
                        "\xE2\x80\xA8 @BANKLINT_REPORT_DATA@";
  std::string Json = R"({"message": ")" + Hostile + "\"}";
  std::string Page = htmlOf(Json);
  EXPECT_EQ(dataOf(Page, Json.size()), Json);
  // The page of another document differs in the data alone.
  std::string Other = htmlOf("{}");
  auto [Head, Rest] = llvm::StringRef(Page).split(DataStart);
  auto [OtherHead, OtherRest] = llvm::StringRef(Other).split(DataStart);
  EXPECT_EQ(Head, OtherHead);
  EXPECT_EQ(Rest.split('<').second, OtherRest.split('<').second);
  EXPECT_EQ(Rest.split('<').first.find_first_not_of(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                "0123456789+/="),
            llvm::StringRef::npos);
}

TEST(HtmlReport, ThePolicyAllowsItsScriptAndStyleAlone) {
  std::string Page = htmlOf("{}");
  llvm::StringRef Policy =
      between(Page, R"(http-equiv="Content-Security-Policy" content=")", "\"");
  llvm::StringRef Script = between(Page, "</script>\n<script>", "</script>");
  llvm::StringRef Style = between(Page, "<style>", "</style>");
  EXPECT_EQ(Policy.str(), "default-src 'none'; script-src " + sourceOf(Script) +
                              "; style-src " + sourceOf(Style) +
                              "; base-uri 'none'; form-action 'none'");
}

TEST(HtmlReport, RefersToNothingOutside) {
  std::string Page = htmlOf("{}");
  for (const char *Reference :
       {"src=\"", "href=\"", "url(", "@import", "fetch("})
    EXPECT_THAT(Page, Not(HasSubstr(Reference))) << Reference;
}

TEST(HtmlReport, NamesPreactsLicense) {
  std::string Page = htmlOf("{}");
  EXPECT_THAT(Page, HasSubstr("The MIT License (MIT)"));
  EXPECT_THAT(Page, HasSubstr("Copyright (c) 2015-present Jason Miller"));
}

TEST(HtmlReport, IsSmallerThanTheDocument) {
  std::string Json = "[";
  for (int I = 0; I < 100000; ++I)
    Json += "\"a finding with a text that repeats\",";
  Json += "0]";
  EXPECT_LT(htmlOf(Json).size(), Json.size() / 10);
}

} // namespace
