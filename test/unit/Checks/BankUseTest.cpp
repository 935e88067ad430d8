//===- BankUseTest.cpp - What the banks do for a witness ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/BankUse.h"
#include "banklint/Support/Wording.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

WarpRequest request(MemoryOperation Op, unsigned Bytes, unsigned Stride) {
  WarpRequest Request;
  Request.Op = Op;
  Request.Bytes = Bytes;
  Request.Active = LaneMask::all();
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Request.Address[Lane] = Lane * Stride;
  return Request;
}

TEST(BankUse, AgreesWithTheModelOnWays) {
  const Architecture &Arch = *findArchitecture("sm_90");
  for (MemoryOperation Op : allMemoryOperations())
    for (unsigned Bytes : {4, 8, 16})
      for (unsigned Stride : {0, 16, 32, 48, 128, 528}) {
        // The cost of a copy that bypasses the cache is not known.
        if (!isSupported(Arch, Op, Bytes) ||
            Op == MemoryOperation::AsyncCopyBypass)
          continue;
        WarpRequest Request = request(Op, Bytes, Stride);
        unsigned Most = 0;
        for (const BankMap &Map : bankMaps(Arch, Request))
          Most = std::max(Most, timesUsed(Op, Map.Banks[Map.WorstBank]));
        EXPECT_EQ(Most, costOf(Arch, Request).Ways)
            << spelling(Op).str() << ' ' << Bytes << " by " << Stride;
      }
}

TEST(BankUse, NamesParts) {
  const Architecture &Arch = *findArchitecture("sm_90");
  auto NameOf = [&](unsigned Bytes) {
    return partName(
        bankMaps(Arch, request(MemoryOperation::Store, Bytes, Bytes)));
  };
  EXPECT_EQ(NameOf(4), "warp");
  EXPECT_EQ(NameOf(8), "half-warp");
  EXPECT_EQ(NameOf(16), "quarter-warp");
}

TEST(BankUse, SpellsLanes) {
  EXPECT_EQ(spellLanes(LaneMask(0x8)), "lane 3");
  EXPECT_EQ(spellLanes(LaneMask(0x3)), "lanes 0, 1");
  EXPECT_EQ(spellLanes(LaneMask(0x80010137)), "lanes 0-2, 4, 5, 8, 16, 31");
  EXPECT_EQ(spellLanes(LaneMask::all()), "lanes 0-31");
}

TEST(BankUse, Counts) {
  EXPECT_EQ(counted(0, "byte"), "0 bytes");
  EXPECT_EQ(counted(1, "access"), "1 access");
  EXPECT_EQ(counted(2, "access"), "2 accesses");
  EXPECT_EQ(counted(2, "launch"), "2 launches");
  EXPECT_EQ(counted(999, "wavefront"), "999 wavefronts");
  EXPECT_EQ(counted(1024, "wavefront"), "1,024 wavefronts");
  EXPECT_EQ(counted(160000192, "wavefront"), "160,000,192 wavefronts");
  EXPECT_EQ(counted(65536, "more byte"), "65536 more bytes");
}

} // namespace
