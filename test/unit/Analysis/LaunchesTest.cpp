//===- LaunchesTest.cpp - Which launches a kernel is judged for -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Launches.h"
#include "Kernels.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

/// "32x8x1 launch-site, ..." of what is inferred.
static std::string launches(const KernelProgram &Program,
                            llvm::ArrayRef<BlockOption> Options = {}) {
  std::string Text;
  for (const InferredLaunch &Launch : inferLaunches(Program, Options))
    Text += (Text.empty() ? "" : ", ") + toString(Launch.Config.Block) + " " +
            spelling(Launch.Origin).str();
  return Text;
}

namespace {

struct Guess {
  const char *Name;
  const char *Declarations;
  const char *Body;
  const char *Expected;
};

void PrintTo(const Guess &G, std::ostream *OS) { *OS << G.Name; }

class LaunchGuess : public testing::TestWithParam<Guess> {};

} // namespace

TEST_P(LaunchGuess, FollowsTheEvidence) {
  const Guess &G = GetParam();
  EXPECT_EQ(launches(kernel(G.Declarations, G.Body)), G.Expected);
}

static constexpr char Flat[] = "shared s : float 4 [0] align 4 dynamic";
static constexpr char Square[] = "shared t : float 4 [32][33] align 4";
static constexpr char Transpose[] =
    "store 4 &t[threadIdx.y][threadIdx.x] load 4 &t[threadIdx.x][threadIdx.y]";

INSTANTIATE_TEST_SUITE_P(
    Sources, LaunchGuess,
    testing::Values(
        Guess{"DefaultX", Flat, "load 4 &s[threadIdx.x]", "256x1x1 default"},
        Guess{"DefaultNoThread", Flat, "load 4 &s[0]", "256x1x1 default"},
        Guess{"DefaultXY", Flat, "load 4 &s[threadIdx.x + threadIdx.y]",
              "32x8x1 default"},
        Guess{"DefaultXYZ", Flat, "load 4 &s[threadIdx.x + threadIdx.z]",
              "32x4x2 default"},
        Guess{"Bounds", "max_threads 128 shared s : float 4 [64] align 4",
              "load 4 &s[threadIdx.x]", "128x1x1 launch-bounds"},
        Guess{"BoundsLimitTheDefault",
              "max_threads 64 shared s : float 4 [0] align 4 dynamic",
              "load 4 &s[threadIdx.x + threadIdx.y]", "32x2x1 default"},
        Guess{"BoundsOfMoreThanABlock",
              "max_threads 2000 shared s : float 4 [0] align 4 dynamic",
              "load 4 &s[threadIdx.x]", "256x1x1 default"},
        Guess{"BoundsContradictTheArrays",
              "max_threads 256 shared t : float 4 [32][32] align 4", Transpose,
              "32x8x1 default"},
        Guess{"Padded", Square, Transpose, "32x32x1 array-extents"},
        Guess{"PaddedRowOnly", Square, "load 4 &t[threadIdx.y][threadIdx.x]",
              "32x32x1 array-extents"},
        Guess{"OffsetInY", Square,
              "load 4 &t[threadIdx.y + 8:u32][threadIdx.x]",
              "32x8x1 array-extents"},
        Guess{"Small", "shared t : float 4 [16][17] align 4", Transpose,
              "16x16x1 array-extents"},
        Guess{"PaddedAlone", "shared t : float 4 [64][17] align 4",
              "store 4 &t[0][threadIdx.x] load 4 &t[0][threadIdx.y]",
              "16x16x1 array-extents"},
        Guess{"NotPadded31", "shared t : float 4 [31][31] align 4",
              "load 4 &t[threadIdx.x][0]", "31x1x1 array-extents"},
        Guess{"WholeWarps", "shared s : float 4 [264] align 4",
              "load 4 &s[threadIdx.x]", "256x1x1 array-extents"},
        Guess{"ThroughVariables",
              "shared t : float 4 [16][16] align 4 var tx : i32 var x : i32",
              "tx = i32(threadIdx.x) x = tx load 4 &t[threadIdx.y][x]",
              "16x16x1 array-extents"},
        Guess{"AssignedTwice",
              "shared t : float 4 [16][16] align 4 var tx : i32",
              "tx = i32(threadIdx.x) tx = i32(threadIdx.x)"
              " load 4 &t[threadIdx.y][tx]",
              "32x8x1 default"},
        Guess{"OnlyYHasEvidence", "shared t : float 4 [16][16] align 4",
              "load 4 &t[threadIdx.y][threadIdx.x + 1:u32]", "32x8x1 default"},
        Guess{"TooManyThreads", "shared t : float 4 [64][64] align 4",
              Transpose, "32x8x1 default"},
        Guess{"Disagreement",
              "shared a : float 4 [64] align 4 shared b : float 4 [128] align "
              "4",
              "load 4 &a[threadIdx.x] load 4 &b[threadIdx.x]",
              "256x1x1 default"},
        Guess{"Majority",
              "shared a : float 4 [64] align 4 shared b : float 4 [128] align "
              "4",
              "load 4 &a[threadIdx.x] load 4 &b[threadIdx.x]"
              " store 4 &b[threadIdx.x]",
              "128x1x1 array-extents"},
        Guess{"Cube", "shared t : float 4 [8][8][8] align 4",
              "load 4 &t[threadIdx.z][threadIdx.y][threadIdx.x]",
              "8x8x8 array-extents"},
        Guess{"Site",
              "shared t : float 4 [32][32] align 4 launch block 16,4,1"
              " grid 1,1,1",
              Transpose, "16x4x1 launch-site"},
        Guess{"SitesAreSortedAndDistinct",
              "shared s : float 4 [64] align 4 launch block 128,1,1"
              " launch block 32,8,1 launch block 32,2,1 launch block 128,1,1",
              "load 4 &s[threadIdx.x]",
              "32x2x1 launch-site, 32x8x1 launch-site, 128x1x1 launch-site"},
        Guess{"SiteCompletedByArrays",
              "shared t : float 4 [16][16] align 4 launch block 16,?,1",
              Transpose, "16x16x1 array-extents"},
        Guess{"SiteCompletedWithinTheLimit",
              "shared s : float 4 [0] align 4 dynamic launch block 512,?,1",
              "load 4 &s[threadIdx.x + threadIdx.y]", "512x2x1 default"},
        Guess{"SiteWithoutABlock",
              "shared s : float 4 [64] align 4 launch block ?,?,?",
              "load 4 &s[threadIdx.x]", "64x1x1 array-extents"},
        Guess{"SiteWithNoThreads",
              "shared s : float 4 [64] align 4 launch block 0,1,1",
              "load 4 &s[threadIdx.x]", "64x1x1 array-extents"},
        Guess{"SiteWithTooManyThreads",
              "shared s : float 4 [64] align 4 launch block 64,64,1",
              "load 4 &s[threadIdx.x]", "64x1x1 array-extents"},
        Guess{"DefaultValues",
              "shared s : float 4 [64] align 4"
              " launch block ?,1,1 default 32,1,1",
              "load 4 &s[threadIdx.x]", "32x1x1 default-values"},
        Guess{"DefaultValuesOfAnotherBlock",
              "shared s : float 4 [64] align 4"
              " launch block ?,2,1 default 32,1,1",
              "load 4 &s[threadIdx.x]", "64x2x1 array-extents"},
        Guess{"DefaultValuesOfNoBlock",
              "shared s : float 4 [64] align 4"
              " launch block ?,?,? default 64,64,1",
              "load 4 &s[threadIdx.x]", "64x1x1 array-extents"},
        Guess{"AttributeBeforeDefaultValues",
              "fixed_block 16,1,1 shared s : float 4 [64] align 4"
              " launch block ?,?,? default 32,1,1",
              "load 4 &s[threadIdx.x]", "16x1x1 block-attribute"}),
    [](const testing::TestParamInfo<Guess> &Info) { return Info.param.Name; });

TEST(LaunchSites, KeepGridArgumentsAndDynamicBytes) {
  KernelProgram Program =
      kernel("param n : i32 shared s : float 4 [0] align 4 dynamic"
             " launch block 64,1,1 grid 4,2,1 dynamic 256 args 7"
             " launch block 64,1,1 grid 4,?,1 dynamic ? args ?",
             "load 4 &s[threadIdx.x]");
  std::vector<InferredLaunch> Launches = inferLaunches(Program, {});
  ASSERT_EQ(Launches.size(), 2u);
  EXPECT_EQ(Launches[0].Site, 0u);
  EXPECT_EQ(Launches[0].Config.Grid, (Dim3{4, 2, 1}));
  EXPECT_EQ(Launches[0].Config.DynamicBytes, 256u);
  ASSERT_EQ(Launches[0].Config.Arguments.size(), 1u);
  EXPECT_EQ(Launches[0].Config.Arguments[0], 7);
  EXPECT_EQ(Launches[1].Site, 1u);
  EXPECT_FALSE(Launches[1].Config.Grid);
  EXPECT_FALSE(Launches[1].Config.DynamicBytes);
}

static KernelProgram named(const char *Name) {
  KernelProgram Program = kernel("shared s : float 4 [64] align 4"
                                 " launch block 128,1,1",
                                 "load 4 &s[threadIdx.x]");
  Program.Name = Name;
  return Program;
}

TEST(Options, MatchTheNameWithoutTemplateArgumentsAndNamespaces) {
  BlockOption Options[] = {{"scale", {16, 16, 1}}};
  for (const char *Name :
       {"scale", "scale<ns::T, 3>", "ns::scale<float>",
        "Outer<int>::scale<Inner<int>>", "(anonymous namespace)::scale"})
    EXPECT_EQ(launches(named(Name), Options), "16x16x1 option") << Name;
  for (const char *Name : {"rescale", "scale2", "scale::other", "f<scale>"})
    EXPECT_EQ(launches(named(Name), Options), "128x1x1 launch-site") << Name;
}

TEST(Options, ForTheKernelBeatThoseForAll) {
  BlockOption Options[] = {
      {"", {64, 1, 1}}, {"scale", {16, 16, 1}}, {"scale", {8, 8, 1}}};
  EXPECT_EQ(launches(named("scale"), Options), "8x8x1 option, 16x16x1 option");
  EXPECT_EQ(launches(named("other"), Options), "64x1x1 option");
}

TEST(Options, ThatAreNoBlocksAreIgnored) {
  BlockOption Options[] = {{"", {0, 1, 1}}, {"", {1025, 1, 1}}};
  EXPECT_EQ(launches(named("k"), Options), "128x1x1 launch-site");
}

TEST(Options, KeepTheArgumentsOnWhichAllSitesAgree) {
  KernelProgram Program =
      kernel("param n : i32 param m : i32 shared s : float 4 [0] align 4"
             " dynamic launch block 64,1,1 grid 4,1,1 dynamic 256 args 7,1"
             " launch block 128,1,1 grid 2,1,1 dynamic 256 args 7,2",
             "load 4 &s[threadIdx.x]");
  BlockOption Other[] = {{"", {32, 1, 1}}};
  std::vector<InferredLaunch> Launches = inferLaunches(Program, Other);
  ASSERT_EQ(Launches.size(), 1u);
  ASSERT_EQ(Launches[0].Config.Arguments.size(), 2u);
  EXPECT_EQ(Launches[0].Config.Arguments[0], 7);
  EXPECT_FALSE(Launches[0].Config.Arguments[1].isNumber());
  EXPECT_EQ(Launches[0].Config.DynamicBytes, 256u);
  EXPECT_FALSE(Launches[0].Config.Grid);
  EXPECT_FALSE(Launches[0].Site);
  // The block of one site: that site as it stands.
  BlockOption Same[] = {{"", {128, 1, 1}}};
  Launches = inferLaunches(Program, Same);
  ASSERT_EQ(Launches.size(), 1u);
  EXPECT_EQ(Launches[0].Config.Arguments[1], 2);
  EXPECT_EQ(Launches[0].Config.Grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(Launches[0].Origin, LaunchOrigin::Option);
}

static std::vector<InferredLaunch>
seen(const KernelProgram &Program, llvm::ArrayRef<SeenLaunch> Seen,
     llvm::ArrayRef<BlockOption> Options = {}) {
  return inferLaunches(Program, Options, Seen);
}

TEST(SeenLaunches, ReplaceLaunchSites) {
  const SeenLaunch Seen[] = {{{32, 8, 1}, Dim3{4, 1, 1}, 512},
                             {{32, 8, 1}, Dim3{4, 1, 1}, 512},
                             {{16, 1, 1}, std::nullopt, std::nullopt}};
  std::vector<InferredLaunch> Launches = seen(named("k"), Seen);
  ASSERT_EQ(Launches.size(), 2u);
  EXPECT_EQ(toString(Launches[0].Config.Block), "16x1x1");
  EXPECT_FALSE(Launches[0].Config.Grid);
  EXPECT_FALSE(Launches[0].Site);
  EXPECT_EQ(spelling(Launches[0].Origin), "profile");
  EXPECT_EQ(toString(Launches[1].Config.Block), "32x8x1");
  EXPECT_EQ(Launches[1].Config.Grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(Launches[1].Config.DynamicBytes, 512u);
}

TEST(SeenLaunches, AreWeakerThanOptions) {
  const SeenLaunch Seen[] = {{{32, 8, 1}, Dim3{4, 1, 1}, 512}};
  BlockOption Options[] = {{"", {64, 1, 1}}};
  std::vector<InferredLaunch> Launches = seen(named("k"), Seen, Options);
  ASSERT_EQ(Launches.size(), 1u);
  EXPECT_EQ(Launches[0].Origin, LaunchOrigin::Option);
  EXPECT_EQ(toString(Launches[0].Config.Block), "64x1x1");
}

TEST(SeenLaunches, KeepTheArgumentsOfTheirSites) {
  KernelProgram Program =
      kernel("param n : i32 param m : i32 shared s : float 4 [0] align 4"
             " dynamic launch block 64,1,1 grid 4,1,1 dynamic 256 args 7,1"
             " launch block 128,1,1 grid 2,1,1 dynamic 256 args 7,2",
             "load 4 &s[i32(threadIdx.x) * (n + m)]");
  const SeenLaunch Seen[] = {{{128, 1, 1}, Dim3{2, 1, 1}, 256},
                             {{128, 1, 1}, Dim3{3, 1, 1}, 256},
                             {{32, 1, 1}, Dim3{2, 1, 1}, 256}};
  std::vector<InferredLaunch> Launches = seen(Program, Seen);
  ASSERT_EQ(Launches.size(), 3u);
  // No site is of that shape.
  EXPECT_FALSE(Launches[0].Config.Arguments[0].isNumber());
  EXPECT_EQ(Launches[1].Config.Arguments[1], 2);
  EXPECT_EQ(Launches[1].Site, 1u);
  // That grid is another launch's.
  EXPECT_FALSE(Launches[2].Config.Arguments[1].isNumber());
}

TEST(SeenLaunches, ThatAreNoBlocksAreIgnored) {
  const SeenLaunch Seen[] = {{{4096, 1, 1}, std::nullopt, std::nullopt}};
  EXPECT_EQ(seen(named("k"), Seen)[0].Origin, LaunchOrigin::LaunchSite);
}
