//===- RecordCacheTest.cpp ----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/RecordCache.h"
#include "../TestFolder.h"
#include "llvm/Support/FileSystem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class RecordCacheTest : public testing::Test {
protected:
  /// A new run's.
  RecordCache cache() {
    return RecordCache((Folder / "cache"), [this](const std::string &Text) {
      Warnings.push_back(Text);
    });
  }
  FileState present(llvm::StringRef Name, llvm::StringRef Text) {
    Folder.write(Name, Text);
    return {(Folder / Name), contentHash(Text)};
  }

  TestFolder Folder;
  std::vector<std::string> Warnings;
};

TEST_F(RecordCacheTest, KeepsATextWhileFilesAreTheSame) {
  const FileState Header = present("a.h", "one");
  const FileState Absent = {(Folder / "b.h"), std::nullopt};
  cache().store("key", "text\n= of = it\n", {Header, Absent});
  EXPECT_EQ(cache().find("key"), "text\n= of = it\n");
  EXPECT_EQ(cache().find("other key"), std::nullopt);
  Folder.write("a.h", "two");
  EXPECT_EQ(cache().find("key"), std::nullopt);
  Folder.write("a.h", "one");
  EXPECT_EQ(cache().find("key"), "text\n= of = it\n");
  Folder.write("b.h", "");
  EXPECT_EQ(cache().find("key"), std::nullopt);
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(RecordCacheTest, UnsteadyResultsAreNotKept) {
  FileState Changed = present("a.h", "one");
  Changed.IsUnsteady = true;
  cache().store("key", "text", {Changed});
  EXPECT_EQ(cache().find("key"), std::nullopt);
}

TEST_F(RecordCacheTest, TheEmptyTextWithoutFilesIsKept) {
  cache().store("key", "", {});
  EXPECT_EQ(cache().find("key"), "");
}

TEST_F(RecordCacheTest, DamagedEntriesAreIgnored) {
  cache().store("key", "a text of some length", {present("a.h", "one")});
  std::error_code Code;
  llvm::sys::fs::directory_iterator Entry((Folder / "cache"), Code), End;
  ASSERT_NE(Entry, End);
  for (uint64_t Size : {60, 20, 3, 0}) {
    int File;
    ASSERT_FALSE(llvm::sys::fs::openFileForWrite(Entry->path(), File,
                                                 llvm::sys::fs::CD_OpenExisting,
                                                 llvm::sys::fs::OF_None));
    ASSERT_FALSE(llvm::sys::fs::resize_file(File, Size));
    llvm::sys::fs::file_t Native = File;
    llvm::sys::fs::closeFile(Native);
    EXPECT_EQ(cache().find("key"), std::nullopt) << Size;
  }
  EXPECT_THAT(Warnings[0], HasSubstr("damaged"));
  cache().store("key", "new", {});
  EXPECT_EQ(cache().find("key"), "new");
}

TEST_F(RecordCacheTest, ADirectoryThatCannotBeMadeIsOneWarning) {
  Folder.write("cache", "a file");
  RecordCache Cache = cache();
  Cache.store("key", "text", {});
  EXPECT_EQ(Cache.find("key"), std::nullopt);
  Cache.prune();
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("the cache is not used")));
}

} // namespace
