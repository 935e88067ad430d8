//===- ReportPathTest.cpp - Paths in reports for other programs -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportPath.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// The path below the root, or the absolute path after "!".
std::string seen(llvm::StringRef Absolute, llvm::StringRef Root) {
  const ReportPath Path = reportPath(Absolute, Root);
  return (Path.IsBelowRoot ? "" : "!") + Path.Text;
}

TEST(ReportPath, IsRelativeBelowTheRootOnly) {
  EXPECT_EQ(seen("/src/a/b.cu", "/src"), "a/b.cu");
  EXPECT_EQ(seen("/src/a/b.cu", "/src/"), "a/b.cu");
  EXPECT_EQ(seen("/src/a/b.cu", "/"), "src/a/b.cu");
  EXPECT_EQ(seen("/src2/b.cu", "/src"), "!/src2/b.cu");
  EXPECT_EQ(seen("/b.cu", "/src"), "!/b.cu");
  EXPECT_EQ(seen("/src/b.cu", ""), "!/src/b.cu");
}

TEST(ReportPath, HasNoDots) {
  EXPECT_EQ(seen("/src/./a/../b//c.cu", "/x/../src/."), "b/c.cu");
  EXPECT_EQ(seen("/src/../b.cu", "/src"), "!/b.cu");
  EXPECT_EQ(seen("/src/..b.cu", "/src"), "..b.cu");
}

TEST(ReportPath, UrisHaveSafeBytesOnly) {
  EXPECT_EQ(percentEncoded("a b/ä#%?.cu"), "a%20b/%C3%A4%23%25%3F.cu");
  EXPECT_EQ(percentEncoded("c:\\\"'&+[]\n\xFF"),
            "c%3A%5C%22%27%26%2B%5B%5D%0A%FF");
  EXPECT_EQ(percentEncoded("A-z_0.~/"), "A-z_0.~/");
  EXPECT_EQ(fileUri("/src dir/"), "file:///src%20dir/");
}

} // namespace
