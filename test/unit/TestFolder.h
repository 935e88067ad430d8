//===- TestFolder.h - Files for a test --------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_TESTFOLDER_H
#define BANKLINT_TEST_UNIT_TESTFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <filesystem>

namespace banklint {

/// A folder of its own that goes when the test ends.
class TestFolder {
public:
  TestFolder() {
    llvm::SmallString<128> Made;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("banklint", Made));
    llvm::SmallString<128> Real;
    EXPECT_FALSE(llvm::sys::fs::real_path(Made, Real));
    Path = Real.str().str();
  }
  ~TestFolder() {
    // LLVM's function leaves pipes.
    std::error_code Ignored;
    std::filesystem::remove_all(Path, Ignored);
  }

  std::string operator/(llvm::StringRef Name) const {
    llvm::SmallString<128> Joined(Path);
    llvm::sys::path::append(Joined, Name);
    return Joined.str().str();
  }

  /// Makes the file, and the folders above it.
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    const std::string File = *this / Name;
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code Code;
    llvm::raw_fd_ostream Stream(File, Code);
    EXPECT_FALSE(Code) << File;
    Stream << Text;
    return File;
  }

  static std::string read(llvm::StringRef File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "unreadable";
  }

  std::string Path;
};

} // namespace banklint

#endif // BANKLINT_TEST_UNIT_TESTFOLDER_H
