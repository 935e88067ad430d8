//===- LaunchJsonTest.cpp -----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitDocument.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

KernelLaunch sample() {
  KernelLaunch Launch;
  Launch.Kernel = {"_Z1kPf", "k", "/src/k.cuh:17", true};
  Launch.MadeIn = "/src/host.cu";
  Launch.Site.File = "host.cu";
  Launch.Site.Span.Line = 3;
  Launch.Site.Span.Column = 5;
  Launch.Site.Span.Offset = 77;
  Launch.Site.Block = {32, std::nullopt, 1};
  Launch.Site.Grid = {std::nullopt, 2, 3};
  Launch.Site.DynamicBytes = uint64_t(1) << 40;
  Launch.Site.IsBroken = true;
  Launch.Site.DefaultBlock = {32, 8, std::nullopt};
  Launch.Site.BlockChooser = "cudaOccupancyMaxPotentialBlockSize";
  Launch.Arguments = {
      {{0}, -5}, {{1, 2}, INT64_MAX}, {{3}, ArgumentValue::ofLowBits(5, 17)}};
  return Launch;
}

TEST(LaunchJson, LaunchesAreTheSameAfterwards) {
  KernelLaunch Back;
  llvm::json::Path::Root Root;
  ASSERT_TRUE(fromJSON(toJSON(sample()), Back, Root));
  EXPECT_TRUE(Back == sample());
}

TEST(LaunchJson, EachMemberIsNeeded) {
  const llvm::json::Value Whole = toJSON(sample());
  for (const auto &[Key, Value] : *Whole.getAsObject()) {
    // A number of bytes that is not known is null.
    if (Key == "bytes")
      continue;
    llvm::json::Object Less = *Whole.getAsObject();
    Less.erase(Key);
    KernelLaunch Back;
    llvm::json::Path::Root Root;
    EXPECT_FALSE(fromJSON(llvm::json::Value(std::move(Less)), Back, Root))
        << Key.str();
  }
}

TEST(UnitDocument, AReportWithoutASupplementIsRefused) {
  llvm::Expected<UnitSupplement> Supplement =
      supplementOf(llvm::json::Object{{"format", 1}});
  EXPECT_FALSE(static_cast<bool>(Supplement));
  llvm::consumeError(Supplement.takeError());
}

TEST(UnitDocument, KernelsFollowTheReport) {
  const UnitDocumentParts Parts = partsOf("{\n  \"a\": 1\n}\n\n{}\n{}\n");
  EXPECT_EQ(Parts.Report, "{\n  \"a\": 1\n}");
  EXPECT_EQ(Parts.Kernels, "{}\n{}\n");
  EXPECT_EQ(partsOf("{}").Report, "{}");
  EXPECT_EQ(partsOf("{}").Kernels, "");
}

} // namespace
