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
       {"sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72",
        "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100",
        "sm_101", "sm_103", "sm_120", "sm_121"})
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
