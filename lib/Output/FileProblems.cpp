//===- FileProblems.cpp - What of a file was not analyzed -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileProblems.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

std::string banklint::someOf(llvm::ArrayRef<std::string> All) {
  constexpr size_t Most = 5;
  std::string Text = llvm::join(All.take_front(Most), ", ");
  if (All.size() > Most)
    Text += " and " + counted(All.size() - Most, "other");
  return Text;
}

std::string banklint::problemsOf(const FileReport &File) {
  if (File.Status == FileStatus::Failed)
    return "failed: " + File.FailureReason;
  std::string Problems;
  if (File.ParseErrors) {
    Problems = "analyzed with " + counted(File.ParseErrors, "parse error");
    if (!File.firstParseError().empty())
      Problems += ", first: " + File.firstParseError().str();
  }
  if (!File.MissingHeaders.empty()) {
    Problems += Problems.empty() ? "analyzed with " : "; ";
    Problems += counted(File.MissingHeaders.size(), "missing header") + ": " +
                someOf(File.MissingHeaders);
  }
  if (!File.LostShared.empty()) {
    Problems += Problems.empty() ? "not analyzed: " : "; not analyzed: ";
    Problems += counted(File.LostShared.size(), "shared variable") +
                " in code that does not parse or is not compiled, at " +
                someOf(File.LostShared);
  }
  return Problems;
}

std::map<std::string, UnknownAccesses>
banklint::unknownAccesses(const Report &R) {
  std::map<std::string, UnknownAccesses> Result;
  for (const KernelReport &Kernel : R.Kernels) {
    if (isUninstantiated(Kernel.Program))
      continue;
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const PlaceVerdict &Each : placesOf(Kernel, Launch)) {
        const Verdict &V = Each.V;
        if (V.Result != Certainty::Unknown || !V.Why)
          continue;
        const Place At =
            placeOf(Kernel.Program, Kernel.Program.Accesses[V.Access].Span);
        const auto [Known, IsNew] = Result.try_emplace(At.File);
        UnknownAccesses &Unknown = Known->second;
        if (IsNew || At.Span.Line < Unknown.First.Span.Line)
          Unknown.First = At;
        ++Unknown.Counts[spelling(V.Why->Code)];
      }
  }
  return Result;
}

std::string banklint::listOf(const UnknownCounts &Counts) {
  return llvm::join(llvm::map_range(Counts,
                                    [](const auto &Each) {
                                      return Each.first.str() + " " +
                                             std::to_string(Each.second);
                                    }),
                    ", ");
}

std::string banklint::textOf(const UnknownCounts &Counts) {
  unsigned Sum = 0;
  for (const auto &[Code, Count] : Counts)
    Sum += Count;
  return counted(Sum, "access") + " of unknown cost (" + listOf(Counts) + ")";
}
