//===- ArchitectureTest.cpp -----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/Architecture.h"
#include "llvm/ADT/StringSet.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace banklint;

TEST(Architecture, SpellingsResolveToTheirRow) {
  struct {
    llvm::StringRef Spelling, Row;
  } Cases[] = {
      {"sm_50", "sm_50"},       {"sm_90", "sm_90"},    {"sm_90a", "sm_90"},
      {"compute_90", "sm_90"},  {"sm_100", "sm_100"},  {"sm_100a", "sm_100"},
      {"sm_100f", "sm_100"},    {"sm_103f", "sm_103"}, {"compute_75", "sm_75"},
      {"compute_90a", "sm_90"}, {"sm_121a", "sm_121"}};
  for (const auto &Case : Cases) {
    const Architecture *Arch = findArchitecture(Case.Spelling);
    ASSERT_TRUE(Arch) << Case.Spelling.str();
    EXPECT_EQ(Arch->Name, Case.Row) << Case.Spelling.str();
  }
}

TEST(Architecture, OtherTextsAreNoArchitecture) {
  for (llvm::StringRef Text :
       {"", "sm_", "sm_9", "sm_900", "sm_35", "90", "SM_90", "sm_90b",
        "sm_90af", "sm_90aa", "sm_90 ", "compute_", "sm_sm_90", "gfx90a"})
    EXPECT_FALSE(findArchitecture(Text)) << Text.str();
}

TEST(Architecture, EveryRowIsFoundByItsNameOnce) {
  llvm::StringSet<> Names;
  for (const Architecture &Arch : allArchitectures()) {
    EXPECT_EQ(findArchitecture(Arch.Name), &Arch);
    EXPECT_TRUE(Names.insert(Arch.Name).second) << Arch.Name.str();
  }
  for (llvm::StringRef Name :
       {"sm_50", "sm_52",  "sm_53",  "sm_60",  "sm_61",  "sm_62",  "sm_70",
        "sm_72", "sm_75",  "sm_80",  "sm_86",  "sm_87",  "sm_88",  "sm_89",
        "sm_90", "sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121"})
    EXPECT_TRUE(Names.contains(Name)) << Name.str();
}

TEST(Architecture, RowsAreOldestFirst) {
  unsigned Last = 0;
  for (const Architecture &Arch : allArchitectures()) {
    unsigned Number;
    ASSERT_FALSE(Arch.Name.drop_front(3).getAsInteger(10, Number));
    EXPECT_LT(Last, Number);
    Last = Number;
  }
}

TEST(Architecture, EveryRowStatesItsSourceAndPlausibleFacts) {
  for (const Architecture &Arch : allArchitectures()) {
    SCOPED_TRACE(Arch.Name.str());
    EXPECT_FALSE(Arch.Source.empty());
    EXPECT_EQ(Arch.BankCount, 32u);
    EXPECT_EQ(Arch.BankBytes, 4u);
    EXPECT_EQ(Arch.StaticSharedBytes, 48u * 1024);
    EXPECT_GE(Arch.OptInSharedBytes, Arch.StaticSharedBytes);
    EXPECT_LE(Arch.OptInSharedBytes, 227u * 1024);
    EXPECT_TRUE(Arch.HasMatrixLoad || !Arch.HasAsyncCopy);
    EXPECT_TRUE(Arch.HasAsyncCopy || !Arch.HasMatrixStore);
  }
}

TEST(Architecture, OnlyTheDefaultWasMeasured) {
  for (const Architecture &Arch : allArchitectures()) {
    SCOPED_TRACE(Arch.Name.str());
    bool IsDefault = Arch.Name == defaultArchitectureName();
    EXPECT_EQ(Arch.Proof == Evidence::Measured, IsDefault);
    EXPECT_EQ(Arch.Source.contains("assumed"), !IsDefault);
  }
}

/// What cudaOccupancyMaxActiveBlocksPerMultiprocessor said on an H200 (CUDA
/// 13.0), asked for every number of bytes: the first bytes of each answer.
TEST(Architecture, ResidentBlocksAreThoseOfAnH200) {
  struct Step {
    unsigned Bytes;
    unsigned Blocks;
  };
  static constexpr Step Steps[] = {
      {6273, 31},  {6401, 30},  {6657, 29},  {6913, 28},  {7297, 27},
      {7553, 26},  {7937, 25},  {8193, 24},  {8705, 23},  {9089, 22},
      {9473, 21},  {9985, 20},  {10625, 19}, {11265, 18}, {11905, 17},
      {12673, 16}, {13569, 15}, {14465, 14}, {15617, 13}, {16897, 12},
      {18433, 11}, {20097, 10}, {22273, 9},  {24833, 8},  {28161, 7},
      {32257, 6},  {37889, 5},  {45569, 4},  {57345, 3},  {76801, 2},
      {115713, 1}};
  static constexpr struct {
    unsigned Threads;
    unsigned Blocks;
  } Without[] = {{1, 32},  {33, 32}, {64, 32}, {96, 21},
                 {256, 8}, {768, 2}, {1024, 2}};
  const Architecture &H200 = *findArchitecture("sm_90");
  for (const auto &Block : Without) {
    unsigned Expected = Block.Blocks;
    const Step *Next = std::begin(Steps);
    // Answers change behind multiples of 128.
    for (unsigned Bytes = 0; Bytes <= 227 * 1024;
         Bytes += Bytes % 128 == 0 ? 1 : 127) {
      if (Next != std::end(Steps) && Next->Bytes == Bytes)
        Expected = std::min(Block.Blocks, (Next++)->Blocks);
      ASSERT_EQ(residentBlocks(H200, Block.Threads, Bytes), Expected)
          << Block.Threads << " threads, " << Bytes << " bytes";
    }
  }
}

TEST(Architecture, ResidentBlocksMayBeUnknownOrNone) {
  EXPECT_EQ(residentBlocks(*findArchitecture("sm_88"), 32, 0), std::nullopt);
  EXPECT_EQ(residentBlocks(*findArchitecture("sm_90"), 32, 228 * 1024), 0u);
  EXPECT_EQ(residentBlocks(*findArchitecture("sm_75"), 512, 1024), 2u);
}
