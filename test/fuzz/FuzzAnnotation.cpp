//===- FuzzAnnotation.cpp - Arbitrary text as an annotation ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotationText.h"
#include "Harness.h"
#include "banklint/Analysis/Launches.h"
#include "banklint/Program/TextForm.h"

using namespace banklint;
using fuzz::require;

static constexpr llvm::StringLiteral Kernel = R"text(kernel "k" "a.cu":1:1
param n : i32
param block : u64
param p : -
param small : i8
shared tile : float 4 [0][33] align 4 dynamic
body {
  load 4 &tile[i64(threadIdx.x)][i64(threadIdx.y)] array tile
}
)text";

static void checkLaunches(const KernelProgram &Program) {
  if (std::optional<std::string> Problem = verify(Program))
    fuzz::fail(*Problem);
  const std::vector<InferredLaunch> Launches = inferLaunches(Program, {});
  require(!Launches.empty(), "a kernel without a launch");
  for (const InferredLaunch &Launch : Launches) {
    const Dim3 B = Launch.Config.Block;
    require(B.X && B.Y && B.Z &&
                uint64_t(B.X) * B.Y * B.Z <= MaxThreadsPerBlock,
            "a block is empty or too large");
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const KernelProgram Plain = llvm::cantFail(parseProgram(Kernel));
  KernelProgram Program = Plain;
  LaunchSite Site;
  Site.IsAnnotation = true;
  Site.File = "a.cu";
  const std::string Problem =
      readAnnotation(fuzz::textOf(Data, Size), Program, Site);
  fuzz::noteOutcome(Problem);
  if (!Problem.empty())
    return 0;
  fuzz::noteOutcome(std::string("launch ") + (Site.Block[0] ? "b" : "-") +
                    (Site.Grid[0] ? "g" : "-") +
                    (Site.DynamicBytes ? "s" : "-"));
  Program.Launches.push_back(std::move(Site));
  checkLaunches(Program);
  return 0;
}
