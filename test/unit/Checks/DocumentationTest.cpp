//===- DocumentationTest.cpp - Every check has its page -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Documentation.h"
#include "banklint/Checks/AllChecks.h"
#include "llvm/Support/MemoryBuffer.h"
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
  }
}

TEST(Documentation, OfNoCheckIsEmpty) {
  EXPECT_EQ(documentationOf("shared-bank"), "");
  EXPECT_EQ(documentationOf(""), "");
}

} // namespace
