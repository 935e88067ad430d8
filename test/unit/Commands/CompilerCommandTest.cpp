//===- CompilerCommandTest.cpp - Which compiler a command runs ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompilerCommand.h"
#include "banklint/Commands/CommandText.h"
#include "banklint/Commands/CompileDatabase.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace banklint;

static CompilerCommand compilerOf(llvm::StringRef Command) {
  DatabaseEntry Entry;
  Entry.File = "a.cu";
  Entry.Directory = "/d";
  Entry.Command = splitShellWords(Command);
  return findCompiler(Entry);
}

namespace {
struct Example {
  const char *Command;
  const char *Arguments;
};
} // namespace

static constexpr Example OfNvcc[] = {
    {"nvcc -DA a.cu", "-DA a.cu"},
    {"/usr/local/cuda-13.0/bin/nvcc -DA", "-DA"},
    {"C:/cuda/nvcc.exe -DA", "-DA"},
    {"ccache nvcc -DA", "-DA"},
    {"/usr/bin/sccache /opt/nvcc -DA", "-DA"},
    {"/usr/bin/env -u X Y=1 ccache nvcc -DA", "-DA"},
    {"cmake -E env --unset=X -- nvcc -DA", "-DA"},
    {"/usr/bin/cmake -E time nvcc -DA", "-DA"},
    {"/opt/launch.sh nvcc -DA", "-DA"},
    {"cd /x && nvcc -DA && :", "-DA"},
    {": && nvcc -DA a.cu || exit 1", "-DA a.cu"},
    {"/k/bin/nvcc_wrapper -DA a.cpp", "-x cu -DA a.cpp"},
    {"nvcc_wrapper --host-only -DA", "--host-only -DA"},
};

static constexpr Example OfOthers[] = {
    {"clang++ -DA", "-DA"},
    {"clang++-19 -x cuda -DA", "-x cuda -DA"},
    {"x86_64-linux-gnu-g++-12.2 -DA", "-DA"},
    {"ccache /usr/bin/c++ -DA", "-DA"},
    // An option that is called like a compiler is none.
    {"g++ -I nvcc -DA", "-I nvcc -DA"},
    {"g++ nvcc -DA", "nvcc -DA"},
};

static constexpr Example Unknown[] = {
    {"", ""},
    {"mystery -I third_party/g++ -DA", "-I third_party/g++ -DA"},
    {"python gen.py -o a.cu", "gen.py -o a.cu"},
    {"ccache", ""},
};

TEST(CompilerCommand, IsFoundBehindLaunchers) {
  for (const Example &E : OfNvcc) {
    const CompilerCommand Found = compilerOf(E.Command);
    EXPECT_EQ(llvm::join(Found.Arguments, " "), E.Arguments) << E.Command;
    EXPECT_EQ(Found.Dialect, CommandDialect::Nvcc) << E.Command;
    EXPECT_EQ(Found.Rank, CommandRank::Compiler) << E.Command;
  }
  for (const Example &E : OfOthers) {
    const CompilerCommand Found = compilerOf(E.Command);
    EXPECT_EQ(llvm::join(Found.Arguments, " "), E.Arguments) << E.Command;
    EXPECT_EQ(Found.Dialect, CommandDialect::Unknown) << E.Command;
    EXPECT_EQ(Found.Rank, CommandRank::Compiler) << E.Command;
  }
  for (const Example &E : Unknown) {
    const CompilerCommand Found = compilerOf(E.Command);
    EXPECT_EQ(llvm::join(Found.Arguments, " "), E.Arguments) << E.Command;
    EXPECT_EQ(Found.Rank, CommandRank::Other) << E.Command;
  }
}

TEST(CompilerCommand, AChangeOfTheFolderCounts) {
  EXPECT_EQ(compilerOf("nvcc a.cu").Directory, "/d");
  EXPECT_EQ(compilerOf("cd sub && nvcc a.cu").Directory, "/d/sub");
  EXPECT_EQ(compilerOf("cd /x && cd y && nvcc a.cu").Directory, "/x/y");
}

TEST(CompilerCommand, KnowsStepsOfNvcc) {
  for (const char *Command :
       {"gcc -D__CUDA_ARCH__=900 -E -x c++ -D__CUDACC__ a.cu -o x.ii",
        "/usr/local/cuda/bin/cudafe++ --c++17 x.ii", "cicc x.ii",
        "ptxas x.ptx"})
    EXPECT_EQ(compilerOf(Command).Rank, CommandRank::NvccStep) << Command;
  // clangd's users define it.
  EXPECT_EQ(compilerOf("clang++ -D__CUDACC__ -c a.cu").Rank,
            CommandRank::Compiler);
}

static bool isCuda(llvm::StringRef File, llvm::StringRef Arguments) {
  return isCudaCommand(File, splitShellWords(Arguments));
}

TEST(CompilerCommand, KnowsCuda) {
  EXPECT_TRUE(isCuda("a.cu", ""));
  EXPECT_FALSE(isCuda("a.cpp", ""));
  EXPECT_FALSE(isCuda("cuda", "cuda"));
  for (const char *Arguments :
       {"-x cu", "-x=cu", "--x cu", "--x=cu", "--language=cu", "-xcuda",
        "-x cuda", "a.cpp -x cu", "-x c++ -x cu"})
    EXPECT_TRUE(isCuda("a.cpp", Arguments)) << Arguments;
  for (const char *Arguments : {"-x c++", "-x=c++", "-x cu -x c++"})
    EXPECT_FALSE(isCuda("a.cu", Arguments)) << Arguments;
  EXPECT_TRUE(isCuda("a.cu", "-x none"));
}
