//===- FuzzProfile.cpp - Arbitrary text as exports of a profiler ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is one export, or several that lines of dashes part.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/Profile/KernelName.h"
#include "banklint/Profile/Profile.h"

using namespace banklint;
using fuzz::require;

static void check(const Profile &P, size_t Lines) {
  for (const ProfiledLaunch &Launch : P.Launches) {
    const KernelName Name = kernelName(Launch.Kernel);
    require(Name.Base.empty() || mayBeSame(Name, Name),
            "a kernel is not itself");
    require(!Launch.Block || Launch.Block->count() != 0, "an empty block");
    require(!Launch.Grid || Launch.Grid->count() != 0, "an empty grid");
    fuzz::noteOutcome(Launch.Block ? "launch" : "launch without block");
  }
  for (const ProfiledLine &Line : P.Lines) {
    require(Line.Launch < P.Launches.size(), "a line of no launch");
    require(Line.Line != 0, "a line has the number 0");
    fuzz::noteOutcome(spelling(Line.Operation));
  }
  require(P.Launches.size() <= Lines && P.Lines.size() <= Lines,
          "more was read than there is");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.split(Parts, "\n---\n");
  std::vector<ProfileText> Texts;
  for (llvm::StringRef Part : Parts)
    Texts.push_back({"p.csv", Part});
  const ProfileReading Reading = readProfile(Texts);
  for (const std::string &Error : Reading.Errors) {
    require(llvm::StringRef(Error).starts_with("p.csv:"),
            "an error without a place");
    fuzz::noteOutcome("error");
  }
  check(Reading.Result, Text.count('\n') + 1);
  return 0;
}
