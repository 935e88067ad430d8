//===- Golden.cpp - Outputs kept as files ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Golden.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

void banklint::test::expectGolden(llvm::StringRef Name, llvm::StringRef Text) {
  std::string Path = BANKLINT_TEST_DIR "/unit/Output/golden/" + Name.str();
  if (llvm::sys::Process::GetEnv("BANKLINT_UPDATE_GOLDEN")) {
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << Text;
    ASSERT_FALSE(Error) << Path << ": " << Error.message();
    return;
  }
  auto Expected = llvm::MemoryBuffer::getFile(Path);
  ASSERT_TRUE(Expected) << Path << ": " << Expected.getError().message();
  EXPECT_EQ((*Expected)->getBuffer().str(), Text.str())
      << "if the new text is right, run again with BANKLINT_UPDATE_GOLDEN=1";
}
