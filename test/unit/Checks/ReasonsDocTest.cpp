//===- ReasonsDocTest.cpp - docs/reasons.md lists every reason ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(ReasonsDoc, ListsEveryReasonInOrder) {
  auto Page =
      llvm::MemoryBuffer::getFile(BANKLINT_TEST_DIR "/../docs/reasons.md");
  ASSERT_TRUE(Page);
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  (*Page)->getBuffer().split(Lines, '\n');
  std::vector<std::string> Listed;
  for (llvm::StringRef Line : Lines)
    if (Line.consume_front("| `"))
      Listed.push_back(Line.split('`').first.str());

  std::vector<std::string> Codes;
  // NotInitialized is the last code.
  for (int I = 0; I <= static_cast<int>(ReasonCode::NotInitialized); ++I)
    Codes.push_back(spelling(static_cast<ReasonCode>(I)).str());
  EXPECT_EQ(Listed, Codes);
}
