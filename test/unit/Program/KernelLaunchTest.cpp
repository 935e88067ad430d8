//===- KernelLaunchTest.cpp -----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelLaunch.h"
#include "banklint/Program/Equality.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;

namespace {

KernelProgram kernelWithMember() {
  KernelProgram Program;
  Program.Identity = {"k", "k", "/k.cu:5", true};
  Program.Parameters = {{"n", I32}, {"p", {}}, {"p.n", IntType{8, false}}};
  Program.MemberParameters = {{1, {2, 0}}};
  return Program;
}

KernelLaunch launch(uint32_t Threads) {
  KernelLaunch Launch;
  Launch.Kernel = {"k", "k", "", true};
  Launch.Site.File = "host.cu";
  Launch.Site.Block = {Threads, 1, 1};
  Launch.Arguments = {{{0}, 7}, {{1, 2, 0}, 300}};
  return Launch;
}

TEST(KernelLaunch, BindsArgumentsAndMembersInTheirTypes) {
  const LaunchSite Site = bindLaunch(launch(32), kernelWithMember());
  EXPECT_THAT(Site.Arguments, ElementsAre(ArgumentValue(7), ArgumentValue(),
                                          ArgumentValue(300 - 256)));
}

TEST(KernelLaunch, AddsThoseOfTheKernelOnce) {
  KernelProgram Program = kernelWithMember();
  KernelLaunch OfAnother = launch(64);
  OfAnother.Kernel.LinkName = "other";
  EXPECT_TRUE(addLaunches(Program, {launch(128), OfAnother, launch(96)}));
  EXPECT_FALSE(addLaunches(Program, {launch(96)}));
  ASSERT_EQ(Program.Launches.size(), 2u);
  EXPECT_EQ(Program.Launches[0].Block[0], 96u);
  EXPECT_EQ(Program.Launches[1].Block[0], 128u);
}

TEST(KernelLaunch, KernelsOfOneNameAreToldApartByTheirPlaces) {
  const KernelIdentity External{"k", "k", "/k.cu:5", true};
  const KernelIdentity Own{"k", "k", "/k.cu:5", false};
  EXPECT_TRUE(mayBe({"k", "k", "", true}, External));
  EXPECT_FALSE(mayBe({"k", "k", "", true}, Own));
  EXPECT_TRUE(mayBe(Own, Own));
  EXPECT_FALSE(mayBe({"k", "k", "/other.cu:5", true}, External));
}

TEST(KernelLaunch, KernelsWithoutALinkNameHaveNoLaunchesElsewhere) {
  KernelProgram Program = kernelWithMember();
  Program.Identity.LinkName.clear();
  KernelLaunch Nameless = launch(32);
  Nameless.Kernel.LinkName.clear();
  EXPECT_FALSE(addLaunches(Program, {Nameless}));
}

TEST(KernelLaunch, ManyArgumentsOfOnePlaceAreLeftOpen) {
  std::vector<LaunchSite> Sites;
  for (int N = 0; N != 9; ++N) {
    KernelLaunch Launch = launch(32);
    Launch.Arguments = {{{0}, N}};
    Sites.push_back(bindLaunch(Launch, kernelWithMember()));
  }
  Sites = limitSites(std::move(Sites));
  ASSERT_EQ(Sites.size(), 1u);
  EXPECT_EQ(Sites[0].Block[0], 32u);
  EXPECT_FALSE(Sites[0].Arguments[0].isNumber());
}

TEST(KernelLaunch, PartsOfAnOpenGridAreNoLaunchOfTheirOwn) {
  LaunchSite Open = bindLaunch(launch(32), kernelWithMember());
  Open.Grid = {};
  LaunchSite Part = Open, Known = Open, Wider = Open;
  Part.Grid[0] = 64;
  Known.Grid = {64, 1, 1};
  Wider.Block[0] = 64;
  Wider.Grid[0] = 64;
  EXPECT_THAT(limitSites({Part, Open, Known, Wider}),
              testing::ElementsAre(Open, Known, Wider));
}

TEST(ArgumentValue, KeepsTheLowestBitsThatNumbersHaveInCommon) {
  ArgumentValue Value(33);
  Value.keepCommon(65);
  EXPECT_EQ(Value, ArgumentValue::ofLowBits(5, 1));
  Value.keepCommon(ArgumentValue::ofLowBits(3, 5));
  EXPECT_EQ(Value, ArgumentValue::ofLowBits(2, 1));
  Value.keepCommon(-1);
  EXPECT_EQ(Value, ArgumentValue::ofLowBits(1, 1));
  Value.keepCommon(8);
  EXPECT_EQ(Value, ArgumentValue());
}

TEST(ArgumentValue, StaysTheNumberThatBothAre) {
  ArgumentValue Value(33);
  Value.keepCommon(33);
  EXPECT_EQ(Value, ArgumentValue(33));
  Value.keepCommon(ArgumentValue());
  EXPECT_EQ(Value, ArgumentValue());
}

TEST(ArgumentValue, HasNoMoreBitsThanBanksNeed) {
  EXPECT_EQ(ArgumentValue::ofLowBits(20, 300),
            ArgumentValue::ofLowBits(7, 300 - 256));
}

} // namespace
