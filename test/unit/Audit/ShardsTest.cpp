//===- ShardsTest.cpp -----------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/Audit.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

TEST(ParseShard, TakesPartsOfAWhole) {
  EXPECT_EQ(llvm::cantFail(parseShard("3/4")).Index, 3u);
  for (const char *Text : {"0/4", "5/4", "3", "/4", "a/4", "3/4/5", "-1/4"}) {
    llvm::Expected<AuditShard> Shard = parseShard(Text);
    EXPECT_FALSE(static_cast<bool>(Shard)) << Text;
    llvm::consumeError(Shard.takeError());
  }
}

} // namespace
