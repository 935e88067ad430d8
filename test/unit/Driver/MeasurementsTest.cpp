//===- MeasurementsTest.cpp - What was measured beside the findings -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Measurements.h"
#include "banklint/Program/TextForm.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A kernel with the \p Accesses at lines of "src/k.cu", judged for the
/// launches of its text and those of \p P.
Report reportOf(llvm::StringRef Accesses, const Profile &P) {
  Report R;
  R.Arch = findArchitecture("sm_90");
  KernelReport &Kernel = R.Kernels.emplace_back();
  Kernel.Program = llvm::cantFail(
      parseProgram(("kernel \"k\" \"src/k.cu\":1:1 param n : i32 shared s : "
                    "float 4 [4096] align 4 \"src/k.cu\":2:3 body {" +
                    Accesses + "}")
                       .str()));
  for (const InferredLaunch &Launch :
       inferLaunches(Kernel.Program, {}, launchesIn(P, Kernel.Program)))
    Kernel.Launches.push_back(
        {Launch, judge(Kernel.Program, *R.Arch, Launch.Config, {})});
  return R;
}

/// A launch of "k" with 2 blocks of 32 threads in which line 5 took that.
Profile profileOf(ProfiledOperation Operation, uint64_t Wavefronts) {
  Profile P;
  P.Launches.emplace_back();
  P.Launches[0].Kernel = "k(int)";
  P.Launches[0].Block = Dim3{32, 1, 1};
  P.Launches[0].Grid = Dim3{2, 1, 1};
  P.Lines.push_back({0, "/build/k.cu", 5, Operation, Wavefronts, 2});
  return P;
}

/// The messages of the lines that disagree.
std::vector<std::string> compare(llvm::StringRef Accesses, const Profile &P) {
  Report R = reportOf(Accesses, P);
  MessageLog Log;
  addMeasurements(P, R, Log);
  std::vector<std::string> Texts;
  for (const Disagreement &Each : R.Profiled->Disagreements)
    Texts.push_back(Each.File + ":" + std::to_string(Each.Line) + ": " +
                    Each.message());
  EXPECT_EQ(Log.all().size(), Texts.size());
  return Texts;
}

constexpr llvm::StringLiteral Load =
    "load 4 &s[threadIdx.x * 2:u32] array s \"src/k.cu\":5:3 text \"s[x]\" ";

TEST(Measurements, Agree) {
  EXPECT_THAT(compare(Load, profileOf(ProfiledOperation::Load, 4)), IsEmpty());
}

TEST(Measurements, Disagree) {
  EXPECT_THAT(compare(Load, profileOf(ProfiledOperation::Load, 5)),
              ElementsAre("src/k.cu:5: load in 'k' takes 5 wavefronts; 4 were "
                          "predicted"));
}

/// Of both, the profiler has one figure.
TEST(Measurements, AddUpAccessesOfALine) {
  const std::string Both =
      (Load + "load 4 &s[threadIdx.x * 4:u32] array s \"src/k.cu\":5:9 text "
              "\"s[y]\"")
          .str();
  EXPECT_THAT(compare(Both, profileOf(ProfiledOperation::Load, 12)), IsEmpty());
  EXPECT_THAT(compare(Both, profileOf(ProfiledOperation::Load, 4)),
              ElementsAre(HasSubstr("4 wavefronts; 12 were predicted")));
}

TEST(Measurements, OperationsAreApart) {
  EXPECT_THAT(compare(Load, profileOf(ProfiledOperation::Store, 5)), IsEmpty());
}

/// Neighbors that the compiler may merge.
TEST(Measurements, BoundsMayBeAboveWhatIsMeasured) {
  constexpr llvm::StringLiteral Neighbors =
      "load 4 &s[(i32(threadIdx.x) * 3) - i32(threadIdx.x)] array s "
      "\"src/k.cu\":5:3 text "
      "\"s[x]\" load 4 &s[((i32(threadIdx.x) * 3) - i32(threadIdx.x)) + 1] "
      "array s "
      "\"src/k.cu\":5:9 text \"s[y]\"";
  EXPECT_THAT(compare(Neighbors, profileOf(ProfiledOperation::Load, 4)),
              IsEmpty());
  EXPECT_THAT(compare(Neighbors, profileOf(ProfiledOperation::Load, 9)),
              ElementsAre("src/k.cu:5: load in 'k' takes 9 wavefronts; at most "
                          "8 were predicted"));
}

/// How often the access is made is not known.
TEST(Measurements, NotWithoutTotals) {
  const std::string Guarded =
      ("if (opaque<unknown-call>(\"'f'\", divergent):bool) {" + Load + "}")
          .str();
  EXPECT_THAT(compare(Guarded, profileOf(ProfiledOperation::Load, 999)),
              IsEmpty());
}

/// The arguments of two sites may be those of the launch.
TEST(Measurements, NotOfSeveralLaunches) {
  Profile P = profileOf(ProfiledOperation::Load, 5);
  Report R = reportOf(Load, P);
  R.Kernels[0].Launches.push_back(R.Kernels[0].Launches[0]);
  MessageLog Log;
  addMeasurements(P, R, Log);
  EXPECT_EQ(R.Profiled->Compared, 0u);
}

TEST(Measurements, FiguresThatTheHardwareRefutesDoNotCount) {
  Profile P = profileOf(ProfiledOperation::Load, 5);
  P.Launches[0].Counted[0] = 4;
  P.Launches[0].Computed[0] = 5;
  EXPECT_THAT(compare(Load, P), IsEmpty());
}

TEST(Measurements, LaunchesOnce) {
  Profile P = profileOf(ProfiledOperation::Load, 4);
  P.Launches.push_back(P.Launches[0]);
  P.Launches.push_back(P.Launches[0]);
  P.Launches[2].Grid = Dim3{3, 1, 1};
  P.Launches.push_back(P.Launches[0]);
  P.Launches[3].Block = std::nullopt;
  P.Launches.push_back(P.Launches[0]);
  P.Launches[4].Kernel = "other(int)";
  const Report R = reportOf(Load, P);
  EXPECT_EQ(R.Kernels[0].Launches.size(), 2u);
}

TEST(Measurements, WarnOfProfilesOfOtherPrograms) {
  Profile P = profileOf(ProfiledOperation::Load, 4);
  Report R = reportOf(Load, P);
  P.Launches[0].Kernel = "other(int)";
  MessageLog Log;
  addMeasurements(P, R, Log);
  ASSERT_EQ(Log.all().size(), 1u);
  EXPECT_THAT(Log.all()[0].Text, HasSubstr("no kernel"));
}

} // namespace
