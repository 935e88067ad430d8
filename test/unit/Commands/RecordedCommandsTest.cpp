//===- RecordedCommandsTest.cpp - Compile commands of builds --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/RecordedCommands.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace banklint;
namespace fs = llvm::sys::fs;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class Recorded : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Made;
    ASSERT_FALSE(fs::createUniqueDirectory("banklint-recorded", Made));
    llvm::SmallString<128> Real;
    ASSERT_FALSE(fs::real_path(Made, Real));
    Root = Real.str().str();
    Store = Root + "/store";
    ASSERT_FALSE(fs::create_directories(Root + "/project/build"));
    ASSERT_FALSE(fs::create_directories(Root + "/other"));
    for (const char *Name :
         {"project/a.cu", "project/b.cu", "project/c.cpp", "other/x.cu"})
      write(Name, "");
  }
  void TearDown() override { fs::remove_directories(Root); }

  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::ofstream(Root + "/" + Name.str()) << Text.str();
  }
  void record(std::vector<std::string> Command,
              llvm::StringRef Directory = "project/build") {
    EXPECT_FALSE(llvm::errorToBool(
        recordCommand(Command, (Root + "/" + Directory).str(), Store)));
  }
  RecordedCommands recorded(llvm::StringRef Directory = "project") {
    return llvm::cantFail(
        recordedCommands(Store, (Root + "/" + Directory).str()));
  }
  std::vector<std::string> files(llvm::StringRef Directory = "project") {
    std::vector<std::string> Files;
    for (const DatabaseEntry &Entry : recorded(Directory).Entries)
      Files.push_back(Entry.File);
    return Files;
  }

  std::string Root, Store;
};

TEST_F(Recorded, Sources) {
  record({"nvcc", "-c", "../a.cu", "-o", "a.o", "-Iinclude"});
  record({"ccache", "/usr/bin/nvcc", "-c", "../b.cu", "-o", "b.o"});
  record({"nvcc", "-x", "cu", "../c.cpp", "-o", "c.o"});
  EXPECT_THAT(files(), ElementsAre("../a.cu", "../b.cu", "../c.cpp"));
  const DatabaseEntry Entry = recorded().Entries.front();
  EXPECT_EQ(Entry.Directory, Root + "/project/build");
  EXPECT_THAT(Entry.Command,
              ElementsAre("nvcc", "-c", "../a.cu", "-o", "a.o", "-Iinclude"));
}

TEST_F(Recorded, SeveralInOneCommand) {
  record({"nvcc", "../a.cu", "../b.cu", "../c.cpp", "-o", "program"});
  EXPECT_THAT(files(), ElementsAre("../a.cu", "../b.cu"));
}

TEST_F(Recorded, NothingThatCompilesNoCuda) {
  record({"nvcc", "--version"});
  record({"nvcc", "-dlink", "a.o", "-o", "device.o"});
  record({"nvcc", "-M", "../a.cu", "-o", "a.d"});
  record({"g++", "-c", "../c.cpp"});
  record({"touch", "../a.cu"});
  record({"nvcc", "-c", "../c.cpp", "-include", "../a.cu"});
  record({"cicc", "../a.cu"});
  EXPECT_THAT(files(), IsEmpty());
  EXPECT_FALSE(fs::exists(Store));
}

TEST_F(Recorded, LastCommandOfAnOutputCounts) {
  record({"nvcc", "-c", "../a.cu", "-o", "a.o", "-DOLD"});
  record({"nvcc", "-c", "../a.cu", "-o", "a.o", "-DNEW"});
  record({"nvcc", "-c", "../a.cu", "-o", "a2.o", "-DSECOND"});
  const RecordedCommands All = recorded();
  ASSERT_EQ(All.Entries.size(), 2u);
  EXPECT_EQ(All.Entries[0].Command.back(), "-DNEW");
  EXPECT_EQ(All.Entries[1].Command.back(), "-DSECOND");
}

TEST_F(Recorded, OutputsInEachForm) {
  for (std::string Output : {"-oa.o", "-ob.o", "--output-file=c.o"})
    record({"nvcc", "-c", "../a.cu", Output});
  record({"nvcc", "-c", "../a.cu", "-odir", "x"});
  record({"nvcc", "-c", "../a.cu", "--output-directory", "y"});
  EXPECT_EQ(recorded().Entries.size(), 5u);
}

TEST_F(Recorded, FilesOfOptionsAreRead) {
  write("project/build/options.rsp", "-Iinclude \"-DX=1\"");
  record(
      {"nvcc", "-c", "../a.cu", "-o", "a.o", "--options-file", "options.rsp"});
  fs::remove(Root + "/project/build/options.rsp");
  EXPECT_THAT(
      recorded().Entries.front().Command,
      ElementsAre("nvcc", "-c", "../a.cu", "-o", "a.o", "-Iinclude", "-DX=1"));
}

TEST_F(Recorded, OfOneProject) {
  record({"nvcc", "-c", "../a.cu"});
  record({"nvcc", "-c", "x.cu"}, "other");
  // A build elsewhere of a source here, and one here of a source elsewhere.
  record({"nvcc", "-c", Root + "/project/b.cu"}, "other");
  record({"nvcc", "-c", Root + "/other/x.cu"});
  EXPECT_THAT(files("project"), ElementsAre(Root + "/other/x.cu", "../a.cu",
                                            Root + "/project/b.cu"));
  EXPECT_THAT(files("oth"), IsEmpty());
}

TEST_F(Recorded, SourcesThatAreGoneAreCounted) {
  record({"nvcc", "-c", "../a.cu"});
  record({"nvcc", "-c", "../b.cu"});
  fs::remove(Root + "/project/b.cu");
  EXPECT_THAT(files(), ElementsAre("../a.cu"));
  EXPECT_EQ(recorded().Gone, 1u);
}

TEST_F(Recorded, WhatIsNoRecordIsIgnored) {
  record({"nvcc", "-c", "../a.cu"});
  write("store/1.json", "{\"directory\": ");
  write("store/2.json", "[1, 2]");
  write("store/3.json", std::string(100000, '['));
  write("store/4.txt", "text");
  EXPECT_THAT(files(), ElementsAre("../a.cu"));
}

TEST_F(Recorded, DatabaseOfThem) {
  record({"nvcc", "-c", "../a.cu", "-DNAME=\"a b\""});
  ASSERT_FALSE(llvm::errorToBool(
      writeDatabase(recorded().Entries, Root + "/compile_commands.json")));
  const CompileDatabase Read =
      llvm::cantFail(CompileDatabase::load(Root + "/compile_commands.json"));
  ASSERT_EQ(Read.entries().size(), 1u);
  EXPECT_EQ(Read.entries()[0].plainPath(), Root + "/project/a.cu");
  EXPECT_THAT(Read.entries()[0].Command,
              ElementsAre("nvcc", "-c", "../a.cu", "-DNAME=\"a b\""));
}

} // namespace
