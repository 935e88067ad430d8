//===- LaunchExchangeTest.cpp ---------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/LaunchExchange.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

UnitLaunches defining(std::string Place) {
  UnitLaunches Unit;
  Unit.Kernels = {{"k", "k", std::move(Place), /*IsExternal=*/true}};
  return Unit;
}

UnitLaunches launching(std::string File, std::string Definition = "") {
  UnitLaunches Unit;
  KernelLaunch &Launch = Unit.Made.emplace_back();
  Launch.Kernel = {"k", "k", std::move(Definition), /*IsExternal=*/true};
  Launch.MadeIn = std::move(File);
  return Unit;
}

TEST(LaunchExchange, LaunchesReachTheUnitThatDefinesTheKernel) {
  const auto Given = launchesElsewhere(
      {launching("/p/main.cu"), defining("/p/k.cu:9"), defining("/p/k.cu:9")});
  EXPECT_THAT(Given[0], IsEmpty());
  EXPECT_THAT(Given[1], SizeIs(1));
  EXPECT_THAT(Given[2], SizeIs(1));
}

TEST(LaunchExchange, OwnLaunchesAreNotGivenBack) {
  UnitLaunches Own = defining("/p/k.cu:9");
  Own.Made = launching("/p/k.cu", "/p/k.cu:9").Made;
  EXPECT_THAT(launchesElsewhere({Own})[0], IsEmpty());
}

TEST(LaunchExchange, ALaunchThatSeesADefinitionIsOfThatOne) {
  const auto Given = launchesElsewhere(
      {launching("/a/main.cu", "/a/main.cu:9"), defining("/b/k.cu:9")});
  EXPECT_THAT(Given[1], IsEmpty());
}

TEST(LaunchExchange, OfSeveralDefinitionsTheNearestIsMeant) {
  const auto Given = launchesElsewhere({launching("/src/a/main.cu"),
                                        defining("/src/a/gpu/k.cu:9"),
                                        defining("/src/b/k.cu:9")});
  EXPECT_THAT(Given[1], SizeIs(1));
  EXPECT_THAT(Given[2], IsEmpty());
}

TEST(LaunchExchange, AKernelOfWhichOnlyTheNameIsKnownKeepsItsLaunches) {
  UnitLaunches Scanned;
  Scanned.Kernels = {{"", "k", "/src/a/k.cu", /*IsExternal=*/false}};
  const auto Given = launchesElsewhere(
      {launching("/src/a/main.cu"), Scanned, defining("/src/b/k.cu:9")});
  EXPECT_THAT(Given[2], IsEmpty());
}

TEST(LaunchExchange, EquallyNearDefinitionsGetNothing) {
  const auto Given =
      launchesElsewhere({launching("/src/main.cu"), defining("/src/a/k.cu:9"),
                         defining("/src/b/k.cu:9")});
  EXPECT_THAT(Given[1], IsEmpty());
  EXPECT_THAT(Given[2], IsEmpty());
}

} // namespace
