//===- ExampleGpuTest.cpp -------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/ExampleGpu.h"
#include "banklint/Hardware/Architecture.h"
#include <gtest/gtest.h>

using namespace banklint;

TEST(ExampleGpu, IsFoundByAllSpellingsOfItsArchitecture) {
  const ExampleGpu *Gpu = findExampleGpu("sm_90a");
  ASSERT_TRUE(Gpu);
  EXPECT_EQ(Gpu->Name, "H200");
  EXPECT_EQ(findExampleGpu("compute_90"), Gpu);
  EXPECT_FALSE(findExampleGpu("sm_53"));
  EXPECT_FALSE(findExampleGpu("gfx90a"));
}

TEST(ExampleGpu, SaysWhereItsNumbersAreFrom) {
  for (const Architecture &Arch : allArchitectures())
    if (const ExampleGpu *Gpu = findExampleGpu(Arch.Name)) {
      EXPECT_EQ(Gpu->Arch, Arch.Name);
      EXPECT_GT(Gpu->Multiprocessors, 0u);
      EXPECT_GT(Gpu->ClockMHz, 500u);
      EXPECT_FALSE(Gpu->Source.empty());
    }
}

TEST(ExampleGpu, TheBusiestMultiprocessorCounts) {
  const ExampleGpu *Gpu = findExampleGpu("sm_90");
  ASSERT_TRUE(Gpu);
  // 1,980 wavefronts take a microsecond.
  EXPECT_DOUBLE_EQ(pipelineNanoseconds(*Gpu, 1980, 1), 1000);
  EXPECT_DOUBLE_EQ(pipelineNanoseconds(*Gpu, 1980, 132), 1000);
  EXPECT_DOUBLE_EQ(pipelineNanoseconds(*Gpu, 1980, 133), 2000);
  EXPECT_DOUBLE_EQ(pipelineNanoseconds(*Gpu, 1980, 1024), 8000);
}
