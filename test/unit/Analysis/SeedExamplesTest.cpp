//===- SeedExamplesTest.cpp - Tutorials' examples and their verdicts ------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that tutorials on bank conflicts show. The figures are those of the
// measured model, also where the tutorials say something else.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

struct Example {
  const char *Name;
  const char *Declarations;
  const char *Body;
  Dim3 Block;
  /// As figures() tells.
  const char *Expected;
};

void PrintTo(const Example &E, std::ostream *OS) { *OS << E.Name; }

class SeedExample : public testing::TestWithParam<Example> {};

std::string nameOf(const testing::TestParamInfo<Example> &Info) {
  return Info.param.Name;
}

} // namespace

TEST_P(SeedExample, HasTheMeasuredFigures) {
  const Example &E = GetParam();
  KernelProgram Program = kernel(E.Declarations, E.Body);
  EXPECT_EQ(figures(judgeIn(Program, E.Block)), E.Expected);
}

static constexpr char Float32x32[] = "shared t : float 4 [32][32] align 4";
static constexpr char Float32x33[] = "shared t : float 4 [32][33] align 4";
static constexpr char Column[] = "load 4 &t[threadIdx.x][threadIdx.y]";
static constexpr char RowAndColumn[] =
    "store 4 &t[threadIdx.y][threadIdx.x] load 4 &t[threadIdx.x][threadIdx.y]";

INSTANTIATE_TEST_SUITE_P(
    Tiles, SeedExample,
    testing::Values(
        Example{"A1_32x1", Float32x32, Column, {32, 1, 1}, "32/1 exact"},
        Example{"A1_32x32", Float32x32, Column, {32, 32, 1}, "32/1 exact"},
        Example{"A2_32x1", Float32x33, Column, {32, 1, 1}, "1/1 exact"},
        Example{"A2_32x32", Float32x33, Column, {32, 32, 1}, "1/1 exact"},
        Example{"A3_31Lanes",
                "shared t : float 4 [31][31] align 4",
                "load 4 &t[threadIdx.x][0]",
                {31, 1, 1},
                "1/1 exact"},
        Example{"A3_Guarded",
                "shared t : float 4 [31][31] align 4",
                "if (threadIdx.x < 31:u32) { load 4 &t[threadIdx.x][0] }",
                {32, 1, 1},
                "1/1 exact"},
        Example{"E1_Unpadded",
                Float32x32,
                RowAndColumn,
                {32, 32, 1},
                "1/1 exact, 32/1 exact"},
        Example{"E1_Padded",
                Float32x33,
                RowAndColumn,
                {32, 32, 1},
                "1/1 exact, 1/1 exact"},
        Example{"E2_Unpadded",
                "shared t : float 4 [32][64] align 4",
                Column,
                {32, 8, 1},
                "32/1 exact"},
        Example{"E2_Padded",
                "shared t : float 4 [32][65] align 4",
                Column,
                {32, 8, 1},
                "1/1 exact"},
        Example{"E3_Unpadded",
                "shared t : float 4 [16][16] align 4",
                RowAndColumn,
                {16, 16, 1},
                "1/1 exact, 8/1 exact"},
        Example{"E3_By1",
                "shared t : float 4 [16][17] align 4",
                RowAndColumn,
                {16, 16, 1},
                "2/1 exact, 2/1 exact"},
        Example{"E3_By2",
                "shared t : float 4 [16][18] align 4",
                RowAndColumn,
                {16, 16, 1},
                "2/1 exact, 1/1 exact"},
        Example{"E4_Unpadded",
                "shared t : double 8 [32][32] align 8",
                "load 8 &t[threadIdx.x][threadIdx.y]",
                {32, 8, 1},
                "32/2 exact"},
        Example{"E4_Padded",
                "shared t : double 8 [32][33] align 8",
                "load 8 &t[threadIdx.x][threadIdx.y]",
                {32, 8, 1},
                "2/2 exact"},
        Example{"E5",
                "shared a : char 1 [32][128] align 1",
                "load 1 &a[threadIdx.x][0]",
                {32, 2, 1},
                "32/1 exact"},
        Example{"E6",
                "shared a : char 1 [32][129] align 1",
                "load 1 &a[threadIdx.x][0]",
                {32, 2, 1},
                "4/1 exact"},
        Example{"E6_By4",
                "shared a : char 1 [32][132] align 1",
                "load 1 &a[threadIdx.x][0]",
                {32, 2, 1},
                "1/1 exact"},
        Example{"E7",
                "shared a : Item 12 [32][11] align 4",
                "load 4 &a[threadIdx.x][0].bytes(0:i64)",
                {32, 2, 1},
                "1/1 exact"},
        Example{"E8_Odd",
                "shared a : float4 16 [32][9] align 16",
                "load 16 &a[threadIdx.x][0]",
                {32, 2, 1},
                "4/4 exact"},
        Example{"E8_Even",
                "shared a : float4 16 [32][8] align 16",
                "load 16 &a[threadIdx.x][0]",
                {32, 2, 1},
                "32/4 exact"},
        Example{"D1",
                "shared s : double 8 [32][32] align 8",
                "load 8 &s[threadIdx.y][threadIdx.x]",
                {32, 32, 1},
                "2/2 exact"},
        Example{"D2",
                "shared s : double 8 [32][32] align 8",
                "load 8 &s[threadIdx.x][threadIdx.y]"
                " store 8 &s[threadIdx.x][threadIdx.y]",
                {32, 32, 1},
                "32/2 exact, 32/2 exact"},
        Example{"D3",
                "shared s : double 8 [32][33] align 8",
                "load 8 &s[threadIdx.x][threadIdx.y]"
                " store 8 &s[threadIdx.x][threadIdx.y]",
                {32, 32, 1},
                "2/2 exact, 2/2 exact"}),
    nameOf);

static constexpr char Float2Array[] = "shared s : float2 8 [32] align 8";
static constexpr char Float4Array[] = "shared s : float4 16 [32] align 16";

INSTANTIATE_TEST_SUITE_P(
    Vectors, SeedExample,
    testing::Values(
        Example{"C1",
                Float2Array,
                "load 8 &s[threadIdx.x]",
                {32, 1, 1},
                "2/2 exact"},
        Example{"C2_ByOne",
                Float2Array,
                "load 8 &s[threadIdx.x / 2:u32]",
                {32, 1, 1},
                "1/1 exact"},
        Example{"C2_ByTwo",
                Float2Array,
                "load 8 &s[(threadIdx.x & 1:u32) | "
                "((threadIdx.x >> 2:u32) << 1:u32)]",
                {32, 1, 1},
                "1/1 exact"},
        Example{"C3",
                Float4Array,
                "load 16 &s[threadIdx.x]",
                {32, 1, 1},
                "4/4 exact"},
        Example{"C4",
                Float4Array,
                "load 16 &s[threadIdx.x / 2:u32]",
                {32, 1, 1},
                "2/2 exact"},
        Example{"C5_Float2",
                Float2Array,
                "store 8 &s[threadIdx.x / 2:u32]",
                {32, 1, 1},
                "2/2 exact"},
        Example{"C5_Float4",
                Float4Array,
                "store 16 &s[threadIdx.x / 2:u32]",
                {32, 1, 1},
                "4/4 exact"},
        Example{"F1",
                "shared particles : Particle 16 [32] align 4",
                "load 4 &particles[threadIdx.x].bytes(0:i64)",
                {32, 1, 1},
                "4/1 exact"},
        Example{"F1_StructureOfArrays",
                "shared x : float 4 [32] align 4",
                "load 4 &x[threadIdx.x]",
                {32, 1, 1},
                "1/1 exact"},
        Example{"G1",
                "shared data : float 4 [32][32] align 4",
                "load 16 &data[threadIdx.x][0]",
                {32, 1, 1},
                "32/4 exact"},
        Example{"G2",
                "shared data : float 4 [32][36] align 4",
                "load 16 &data[threadIdx.x][0]",
                {32, 1, 1},
                "4/4 exact"},
        Example{"G2_By1",
                "shared data : float 4 [32][33] align 4",
                "load 16 &data[threadIdx.x][0]",
                {32, 1, 1},
                "unknown"},
        Example{"G3",
                "shared data : float 4 [32][128] align 4 var i : i32",
                "i = 0 loop name i test (i < 128) {"
                " load 4 &data[threadIdx.x][i] } step { i = i + 1 }"
                " i = 0 loop name i test (i < 32) {"
                " load 16 &data[threadIdx.x][i * 4] } step { i = i + 1 }",
                {32, 1, 1},
                "32/1 upper-bound, 32/4 exact"},
        Example{"G4",
                "shared data : float 4 [32][32] align 4 var i : i32",
                "i = 0 loop name i test (i < 32) {"
                " load 4 &data[i][threadIdx.x] } step { i = i + 1 }",
                {32, 1, 1},
                "1/1 exact"}),
    nameOf);

/// Nine neighbours of each thread's element.
static constexpr char Stencil[] = R"(
  y = 0
  loop name y test (y < 3) {
    x = 0
    loop name x test (x < 3) {
      load 4 &t[threadIdx.y + u32(y)][threadIdx.x + u32(x)]
    } step { x = x + 1 }
  } step { y = y + 1 })";

/// j = 2 * s * (tid / s) + tid % s for s = 1, 2, 4, ... up to below Limit.
static std::string butterflies(unsigned From, unsigned Limit) {
  return "s = " + std::to_string(From) + ":u32 loop name s test (s < " +
         std::to_string(Limit) + ":u32) {" + R"(
    j = ((2:u32 * s) * (threadIdx.x / s)) + (threadIdx.x % s)
    load 8 &shm[j]
    store 8 &shm[j + s]
  } step { s = s * 2:u32 })";
}

static constexpr char Butterflies[] =
    "shared shm : float2 8 [528] align 8 var s : u32 var j : u32";
static const std::string ShortButterflies = butterflies(1, 16);
static const std::string WideButterflies = butterflies(16, 256);

static constexpr char PaddedBy[] =
    "store 4 &t[5][threadIdx.x] load 4 &t[threadIdx.x][5]";

INSTANTIATE_TEST_SUITE_P(
    Kernels, SeedExample,
    testing::Values(
        Example{"H1_34",
                "shared t : float 4 [34][34] align 4 var x : i32 var y : i32",
                Stencil,
                {32, 32, 1},
                "1/1 exact"},
        Example{"H1_35",
                "shared t : float 4 [34][35] align 4 var x : i32 var y : i32",
                Stencil,
                {32, 32, 1},
                "1/1 exact"},
        Example{"H2",
                "shared temp : float 4 [264] align 4 var pout : i32"
                " param n : i32",
                "pout = opaque<loop-carried>(\"\", name \"pout\"):i32"
                " load 4 &temp[(u32(pout) * blockDim.x) + threadIdx.x]",
                {256, 1, 1},
                "1/1 exact"},
        Example{"H3_Short",
                Butterflies,
                ShortButterflies.c_str(),
                {256, 1, 1},
                "4/2 exact, 4/2 exact"},
        Example{"H3_Wide",
                Butterflies,
                WideButterflies.c_str(),
                {256, 1, 1},
                "2/2 exact, 2/2 exact"},
        Example{"I1_0",
                "shared t : float 4 [32][32] align 4",
                PaddedBy,
                {32, 1, 1},
                "1/1 exact, 32/1 exact"},
        Example{"I1_1",
                "shared t : float 4 [32][33] align 4",
                PaddedBy,
                {32, 1, 1},
                "1/1 exact, 1/1 exact"},
        Example{"I1_2",
                "shared t : float 4 [32][34] align 4",
                PaddedBy,
                {32, 1, 1},
                "1/1 exact, 2/1 exact"},
        Example{"I1_3",
                "shared t : float 4 [32][35] align 4",
                PaddedBy,
                {32, 1, 1},
                "1/1 exact, 1/1 exact"}),
    nameOf);

/// The accesses of `shared[index] += shared[index + i]`.
static constexpr char Accumulate[] = R"(
      load 4 &shm[index + i]
      load 4 &shm[index]
      store 4 &shm[index])";

static const std::string DoublingReduction = R"(
  i = 1:u32
  loop name i test (i < blockDim.x) {
    index = (threadIdx.x * 2:u32) * i
    if (threadIdx.x < (blockDim.x / (i * 2:u32))) {)" +
                                             std::string(Accumulate) + R"(
    }
    barrier
  } step { i = i * 2:u32 })";

static const std::string HalvingReduction = R"(
  index = threadIdx.x
  i = blockDim.x / 2:u32
  loop name i test (i > 0:u32) {
    if (threadIdx.x < i) {)" + std::string(Accumulate) +
                                            R"(
    }
  } step { i = i >> 1:u32 })";

static const std::string ModuloReduction = R"(
  index = threadIdx.x
  i = 1:u32
  loop name i test (i < blockDim.x) {
    if ((threadIdx.x % (2:u32 * i)) == 0:u32) {)" +
                                           std::string(Accumulate) + R"(
    }
  } step { i = i * 2:u32 })";

static constexpr char Reduction[] =
    "shared shm : float 4 [0] align 16 dynamic var i : u32 var index : u32";
static constexpr char Clear[] = "1/1 exact, 1/1 exact, 1/1 exact";

INSTANTIATE_TEST_SUITE_P(
    Reductions, SeedExample,
    testing::Values(
        Example{"B1", Reduction, DoublingReduction.c_str(), {32, 1, 1}, Clear},
        Example{"B2",
                Reduction,
                DoublingReduction.c_str(),
                {64, 1, 1},
                "2/1 exact, 2/1 exact, 2/1 exact"},
        Example{"B3",
                Reduction,
                DoublingReduction.c_str(),
                {256, 1, 1},
                "8/1 exact, 8/1 exact, 8/1 exact"},
        Example{
            "B4_32", Reduction, HalvingReduction.c_str(), {32, 1, 1}, Clear},
        Example{
            "B4_64", Reduction, HalvingReduction.c_str(), {64, 1, 1}, Clear},
        Example{"B5", Reduction, ModuloReduction.c_str(), {256, 1, 1}, Clear},
        Example{"B6", Reduction, HalvingReduction.c_str(), {256, 1, 1}, Clear}),
    nameOf);

TEST(SeedExamples, B3CostsWhatWasMeasured) {
  KernelProgram Program = kernel(Reduction, DoublingReduction);
  std::vector<Verdict> Verdicts = judgeIn(Program, {256, 1, 1});
  ASSERT_EQ(Verdicts.size(), 3u);
  for (const Verdict &V : Verdicts) {
    ASSERT_TRUE(V.BlockTotal);
    EXPECT_EQ(V.BlockTotal->Wavefronts, 47u);
    EXPECT_EQ(V.BlockTotal->Ideal, 12u);
  }
}

TEST(SeedExamples, A1IsA32WayConflict) {
  Verdict V = judgeOne(kernel(Float32x32, Column), {32, 32, 1});
  EXPECT_EQ(V.Worst.Ways, 32u);
}

TEST(SeedExamples, D2IsA16WayConflictInEachHalf) {
  Verdict V = judgeOne(kernel("shared s : double 8 [32][32] align 8",
                              "load 8 &s[threadIdx.x][threadIdx.y]"),
                       {32, 32, 1});
  EXPECT_EQ(V.Worst.Ways, 16u);
}

TEST(SeedExamples, G1IsAnEightWayConflictInEachQuarter) {
  Verdict V = judgeOne(kernel("shared data : float 4 [32][32] align 4",
                              "load 16 &data[threadIdx.x][0]"),
                       {32, 1, 1});
  EXPECT_EQ(V.Worst.Ways, 8u);
}

TEST(SeedExamples, G2PaddedByOneIsMisaligned) {
  Verdict V = judgeOne(kernel("shared data : float 4 [32][33] align 4",
                              "load 16 &data[threadIdx.x][0]"),
                       {32, 1, 1});
  ASSERT_TRUE(V.Why);
  EXPECT_EQ(V.Why->Code, ReasonCode::Misaligned);
}
