//===- CheckTableTest.cpp - What is said of checks elsewhere --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of checks is the source; pages and the schema repeat it.
//
//===----------------------------------------------------------------------===//

#include "BankConflict.h"
#include "CheckHarness.h"
#include "Samples.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/Documentation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string documentText(llvm::StringRef Name) {
  const std::string Path =
      std::string(BANKLINT_TEST_DIR) + "/../docs/" + Name.str();
  auto File = llvm::MemoryBuffer::getFile(Path);
  EXPECT_TRUE(File) << Path;
  return File ? (*File)->getBuffer().str() : "";
}

std::vector<std::string> namesOfChecks() {
  std::vector<std::string> Names;
  for (const Check &Each : allChecks())
    Names.push_back(Each.Name.str());
  return Names;
}

TEST(CheckTable, IsSortedByName) {
  const std::vector<std::string> Names = namesOfChecks();
  EXPECT_EQ(std::adjacent_find(Names.begin(), Names.end(),
                               std::greater_equal<std::string>()),
            Names.end());
}

TEST(CheckTable, FindsByName) {
  for (const Check &Each : allChecks())
    EXPECT_EQ(findCheck(Each.Name), &Each);
  EXPECT_EQ(findCheck("shared-bank"), nullptr);
}

TEST(CheckTable, PagesOpenWithTheSummary) {
  for (const Check &Each : allChecks()) {
    llvm::StringRef Page = documentationOf(Each.Name);
    ASSERT_TRUE(Page.consume_front("# " + Each.Name.str() + "\n\n"))
        << Each.Name.str();
    std::string First = Page.split("\n\n").first.rtrim().str();
    std::replace(First.begin(), First.end(), '\n', ' ');
    EXPECT_EQ(First, Each.Summary);
    EXPECT_THAT(First, testing::AllOf(testing::StartsWith("Finds "),
                                      testing::EndsWith(".")));
  }
}

TEST(CheckTable, IndexOfTheDocumentationListsIt) {
  std::vector<std::string> Expected, Rows;
  for (const Check &Each : allChecks()) {
    const std::string Name = Each.Name.str();
    llvm::StringRef Text = Each.Summary;
    Text.consume_front("Finds ");
    Text.consume_back(".");
    Expected.push_back("| [" + Name + "](checks/" + Name + ".md) | " +
                       Text.str() + " |");
  }
  const std::string Index = documentText("README.md");
  for (llvm::StringRef Line : llvm::split(Index, '\n'))
    if (Line.contains("](checks/"))
      Rows.push_back(Line.str());
  EXPECT_THAT(Rows, testing::UnorderedElementsAreArray(Expected));
}

TEST(CheckTable, SchemaOfReportsListsIt) {
  llvm::Expected<llvm::json::Value> Schema =
      llvm::json::parse(documentText("json-report.schema.json"));
  ASSERT_TRUE(bool(Schema));
  const llvm::json::Object *Inner = Schema->getAsObject();
  for (llvm::StringRef Key : {"$defs", "finding", "properties", "check"}) {
    Inner = Inner->getObject(Key);
    ASSERT_TRUE(Inner) << Key.str();
  }
  std::vector<std::string> Names;
  for (const llvm::json::Value &Name : *Inner->getArray("enum"))
    // The driver's own findings, about comments.
    if (!Name.getAsString()->starts_with("banklint-"))
      Names.push_back(Name.getAsString()->str());
  EXPECT_EQ(Names, namesOfChecks());
}

TEST(CheckTable, DefaultsAreValues) {
  for (const auto &[Name, Default] : defaultCheckOptions())
    EXPECT_EQ(problemOfOption(Name, Default), "") << Name;
  constexpr llvm::StringLiteral Ways = "shared-bank-conflict.MinWays";
  EXPECT_THAT(problemOfOption(Ways, "true"),
              testing::HasSubstr("expected a number"));
  EXPECT_THAT(
      problemOfOption("shared-possible-bank-conflict.IncludeRemovable", "1"),
      testing::HasSubstr("expected true or false"));
  EXPECT_THAT(problemOfOption("shared-bank-conflict.MinWay", "1"),
              testing::HasSubstr("did you mean '" + Ways.str() + "'"));
}

TEST(CheckTable, OptionsAreDocumented) {
  const std::string Page = documentText("configuration.md");
  for (const Check &Each : allChecks())
    for (const CheckOption &Option : Each.Options)
      EXPECT_THAT(Page,
                  testing::HasSubstr("\n| `" + Option.Name.str() + "` | "))
          << Each.Name.str();
}

Report sampleReport() {
  const SourceText Source = transposeSource("[32][32]");
  return judged(Source, {transposeProgram(Source)});
}

TEST(RunChecks, RunsASharedFunctionOnce) {
  Report R = sampleReport();
  const size_t Expected = checkConflicts(R, {}).size();
  ASSERT_NE(Expected, 0u);
  runChecks(R, {});
  EXPECT_EQ(R.Findings.size(), Expected);
}

TEST(RunChecks, LeavesOutWhatNoFileWants) {
  Report R = sampleReport();
  CheckRun Run;
  Run.IsEnabledIn = [](llvm::StringRef Name, llvm::StringRef) {
    return Name != "shared-bank-conflict";
  };
  runChecks(R, Run);
  EXPECT_TRUE(R.Findings.empty());
}

TEST(RunChecks, AppliesTheFilesOptions) {
  Report R = sampleReport();
  CheckOptionValues Options = defaultCheckOptions();
  CheckRun Run;
  Run.OptionsIn = [&Options](llvm::StringRef) { return &Options; };
  Options["shared-bank-conflict.MinWays"] = "33";
  runChecks(R, Run);
  EXPECT_TRUE(R.Findings.empty());
  Options["shared-bank-conflict.MinWays"] = "32";
  runChecks(R, Run);
  EXPECT_EQ(R.Findings.size(), 1u);
}

} // namespace
