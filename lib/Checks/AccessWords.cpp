//===- AccessWords.cpp - What reports and editors say alike ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/AccessWords.h"
#include "banklint/Support/Wording.h"

using namespace banklint;

/// Of a block that nothing about the kernel suggests.
static std::string defaultWords(const InferredLaunch &Launch,
                                const LaunchSite *Site) {
  if (Site && !Site->BlockChooser.empty())
    return "'" + Site->BlockChooser + "' chooses it at run time";
  if (Launch.Site)
    return "not stated by the launch";
  if (Launch.Fit == BlockFit::Executes)
    return "no launch was found, and another block never executes some of the "
           "accesses";
  if (Launch.Fit == BlockFit::InsideArrays)
    return "no launch was found, and a more usual block leaves an array";
  return "no launch was found";
}

std::string banklint::originWords(const InferredLaunch &Launch,
                                  const LaunchSite *Site) {
  switch (Launch.Origin) {
  case LaunchOrigin::Option:
    return "as given by options";
  case LaunchOrigin::Annotation:
    return "as given by its annotation";
  case LaunchOrigin::Profile:
    return "as seen by the profiler";
  case LaunchOrigin::BlockAttribute:
    return "as given by its attribute";
  case LaunchOrigin::LaunchSite:
    return "from the launch" +
           (Site && Site->Span.isValid()
                ? " on line " + std::to_string(Site->Span.Line)
                : std::string());
  case LaunchOrigin::DefaultValues:
    return "from default values";
  case LaunchOrigin::LaunchBounds:
    return "from its launch bounds";
  case LaunchOrigin::ArrayExtents:
    return "from how threadIdx is used";
  case LaunchOrigin::Default:
    return defaultWords(Launch, Site);
  }
  llvm_unreachable("covered switch");
}

std::string banklint::widthWords(const Access &A, const Witness &W) {
  const uint64_t Bytes = W.Request.Bytes;
  if (Bytes <= A.Bytes)
    return "";
  return (Bytes > uint64_t(A.Bytes) * A.Pieces
              ? ", merged with its neighbors into "
              : ", in pieces of ") +
         counted(Bytes, "byte");
}
