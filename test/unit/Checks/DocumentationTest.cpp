//===- DocumentationTest.cpp - Every check has its page -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Documentation.h"
#include "banklint/Checks/AllChecks.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

TEST(Documentation, IsTheFileOfEachCheck) {
  for (const Check &Each : allChecks()) {
    const std::string Path = std::string(BANKLINT_TEST_DIR) +
                             "/../docs/checks/" + Each.Name.str() + ".md";
    auto File = llvm::MemoryBuffer::getFile(Path);
    ASSERT_TRUE(File) << Path;
    EXPECT_EQ(documentationOf(Each.Name), (*File)->getBuffer());
    EXPECT_TRUE(
        documentationOf(Each.Name).starts_with("# " + Each.Name.str() + "\n\n"))
        << Each.Name.str();
  }
}

TEST(AllChecks, AreFoundByTheirNames) {
  for (const Check &Each : allChecks())
    EXPECT_EQ(findCheck(Each.Name), &Each);
  EXPECT_EQ(findCheck("shared-bank"), nullptr);
}

TEST(Documentation, OfNoCheckIsEmpty) {
  EXPECT_EQ(documentationOf("shared-bank"), "");
  EXPECT_EQ(documentationOf(""), "");
  EXPECT_EQ(shortDescriptionOf("no-such-check"), "");
}

TEST(Documentation, ShortDescriptionIsTheFirstParagraph) {
  EXPECT_EQ(shortDescriptionOf("shared-bank-conflict"),
            "Finds accesses to shared memory that take more wavefronts than "
            "their width and lanes need.");
  for (const Check &Each : allChecks())
    EXPECT_THAT(shortDescriptionOf(Each.Name),
                testing::AllOf(testing::StartsWith("Finds "),
                               testing::EndsWith("."),
                               testing::Not(testing::HasSubstr("\n"))))
        << Each.Name.str();
}

} // namespace
