//===- JsonReportTest.cpp - The JSON report -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The golden files are validated against the schema by a test of its own, see
// CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/JsonReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "banklint/Output/RequestTable.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string jsonOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(R, OS);
  return Text;
}

llvm::json::Value parsed(const Report &R) {
  return llvm::cantFail(llvm::json::parse(jsonOf(R)));
}

const llvm::json::Object &kernel(const llvm::json::Value &Document,
                                 size_t Number) {
  return *(*Document.getAsObject()->getArray("kernels"))[Number].getAsObject();
}

const llvm::json::Object &launch(const llvm::json::Value &Document,
                                 size_t Kernel, size_t Number) {
  return *(*kernel(Document, Kernel).getArray("launches"))[Number]
              .getAsObject();
}

const llvm::json::Object &access(const llvm::json::Value &Document,
                                 size_t Kernel, size_t Launch, size_t Number) {
  return *(*launch(Document, Kernel, Launch).getArray("accesses"))[Number]
              .getAsObject();
}

TEST(JsonReport, Empty) { expectGolden("empty.json", jsonOf(emptyReport())); }

TEST(JsonReport, OneFinding) {
  expectGolden("column.json", jsonOf(columnReport()));
}

TEST(JsonReport, EverythingOnce) {
  expectGolden("mixed.json", jsonOf(mixedReport()));
}

TEST(JsonReport, Audit) {
  JsonAudit Audit;
  Audit.WriteMore = [](llvm::json::OStream &J) { J.attribute("units", 3); };
  Audit.WriteFinding = [](llvm::json::OStream &J, const Finding &F) {
    J.attributeObject("lost", [&] {
      J.attribute("wavefronts", F.Message.size());
      J.attribute("per", "block");
    });
  };
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(mapsReport(), OS, &Audit);
  expectGolden("audit.json", Text);
}

/// Reports that are no audits do not depend on the maps.
TEST(JsonReport, MapsAreForAudits) {
  Report R = mapsReport();
  const std::string WithMaps = jsonOf(R);
  R.Findings.front().Maps.clear();
  EXPECT_EQ(jsonOf(R), WithMaps);
}

TEST(JsonReport, RequestsStayWhereTheyAre) {
  const Report R = mapsReport();
  RequestTable Table;
  const llvm::json::Array First = Table.mapsOf(R.Findings.front());
  EXPECT_EQ(Table.requests().size(), 4u);
  const llvm::json::Array Requests = Table.requests();
  EXPECT_EQ(Table.mapsOf(R.Findings.front()), First);
  EXPECT_EQ(Table.requests(), Requests);
}

TEST(JsonReport, KeepsUnknownApartFromZero) {
  llvm::json::Value Document = parsed(mixedReport());
  const llvm::json::Object &Load = access(Document, 1, 0, 1);
  EXPECT_EQ(Load.getString("result"), "unknown");
  // Not getNull: g++ and the clang++ that built LLVM return its type in
  // different ways.
  for (llvm::StringRef Key : {"worst", "block_total", "grid_total"})
    EXPECT_EQ(Load.get(Key)->kind(), llvm::json::Value::Null) << Key.str();
  EXPECT_EQ(Load.getString("reason"), "budget");
}

TEST(JsonReport, SortsAccessesByPlaceThenOperation) {
  llvm::json::Value Document = parsed(mixedReport());
  std::vector<std::string> Order;
  for (size_t I = 0; I < 4; ++I) {
    const llvm::json::Object &A = access(Document, 1, 0, I);
    Order.push_back(std::to_string(*A.getInteger("line")) + " " +
                    A.getString("operation")->str());
  }
  EXPECT_EQ(Order, (std::vector<std::string>{"5 load", "6 load", "6 store",
                                             "7 atomic"}));
}

TEST(JsonReport, SharedBytesFollowTheAlignment) {
  llvm::json::Value Document = parsed(mixedReport());
  const llvm::json::Object &Bytes =
      *launch(Document, 1, 1).getObject("shared_bytes");
  // Three chars, five bytes of alignment, 32 * 32 doubles.
  EXPECT_EQ(Bytes.getInteger("static"), 8 + 8192);
  EXPECT_EQ(Bytes.getInteger("dynamic"), 4096);
}

TEST(JsonReport, ArgumentsKeepTheirType) {
  std::string Text = jsonOf(mixedReport());
  // -1 is the canonical form of 2^64-1 in the unsigned parameter n.
  EXPECT_NE(Text.find("\"n\": 18446744073709551615"), std::string::npos);
  EXPECT_NE(Text.find("\"b\": 1"), std::string::npos);
}

TEST(JsonReport, BytesAreThoseOfAllPieces) {
  llvm::json::Value Document = parsed(mixedReport());
  EXPECT_EQ(access(Document, 1, 0, 1).getInteger("bytes"), 12);
}

TEST(JsonReport, SchemaListsEveryReason) {
  auto File = llvm::MemoryBuffer::getFile(BANKLINT_TEST_DIR
                                          "/../docs/json-report.schema.json");
  ASSERT_TRUE(File);
  std::string Pattern = "\"^(";
  for (int I = 0; I <= static_cast<int>(ReasonCode::NotInitialized); ++I)
    Pattern += (I ? "|" : "") + spelling(static_cast<ReasonCode>(I)).str();
  Pattern += ")(: .+)?$\"";
  EXPECT_NE((*File)->getBuffer().find(Pattern), llvm::StringRef::npos)
      << Pattern;
}

} // namespace
