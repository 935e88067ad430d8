//===- Report.cpp - All that a run found out ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Report.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static void count(const Verdict &V, Summary &Counts) {
  ++Counts.Accesses;
  switch (V.Result) {
  case Certainty::Exact:
    ++Counts.Exact;
    Counts.Conflicting += V.Worst.conflicts();
    return;
  case Certainty::UpperBound:
    ++Counts.UpperBound;
    Counts.Conflicting += V.Worst.conflicts();
    return;
  case Certainty::Depends:
    ++Counts.Depends;
    return;
  case Certainty::Unknown:
    ++Counts.Unknown;
    return;
  }
}

std::vector<PlaceVerdict> banklint::placesOf(const KernelReport &Kernel,
                                             const LaunchReport &Launch) {
  return verdictsByPlace(Kernel.Program, Launch.Launch.Config, Launch.Verdicts);
}

/// Adds the wavefronts of array number \p Array of \p Kernel to \p Sum. False
/// if some access to it is not understood.
static bool addWavefronts(const KernelReport &Kernel, unsigned Array,
                          uint64_t &Sum) {
  for (const LaunchReport &Launch : Kernel.Launches)
    for (const Verdict &V : Launch.Verdicts) {
      const bool IsNamed = Kernel.Program.Accesses[V.Access].Array == Array;
      if (!V.reaches(Array) && !IsNamed)
        continue;
      if (V.Result == Certainty::Unknown)
        return false;
      Sum += V.Traced.Wavefronts;
    }
  return true;
}

std::optional<uint64_t> banklint::arrayWavefronts(const Report &R,
                                                  llvm::StringRef File,
                                                  unsigned Offset) {
  uint64_t Sum = 0;
  bool IsKnown = false;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays)) {
      const SourceSpan &Declared = Array.Span;
      if (!Declared.isValid() || Declared.Offset != Offset ||
          Kernel.Program.fileOf(Declared) != File)
        continue;
      if (!addWavefronts(Kernel, Number, Sum))
        return std::nullopt;
      IsKnown = true;
    }
  return IsKnown ? std::optional(Sum) : std::nullopt;
}

bool banklint::isUninstantiated(const KernelProgram &Program) {
  return llvm::any_of(Program.Opaques, [](const OpaqueValue &Value) {
    return Value.Why.Code == ReasonCode::UninstantiatedTemplate;
  });
}

Summary banklint::summarize(const Report &R) {
  Summary Counts;
  for (const KernelReport &Kernel : R.Kernels) {
    const bool IsOpen = isUninstantiated(Kernel.Program);
    Counts.OpenTemplates += IsOpen;
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const PlaceVerdict &Place : placesOf(Kernel, Launch))
        if (IsOpen)
          ++Counts.OpenAccesses;
        else
          count(Place.V, Counts);
  }
  Counts.ScannedFiles = llvm::count_if(
      R.Files, [](const FileReport &File) { return File.WasScanned; });
  return Counts;
}

RunFacts banklint::factsOf(const Report &R) {
  const Summary Counts = summarize(R);
  RunFacts Facts;
  Facts.Files = R.Files.size();
  for (const FileReport &File : R.Files) {
    Facts.FailedFiles += File.Status == FileStatus::Failed;
    Facts.FilesWithoutCommand += !File.HasCommand;
  }
  Facts.Accesses = Counts.Accesses;
  Facts.UnknownAccesses = Counts.Unknown;
  Facts.OpenTemplates = Counts.OpenTemplates;
  return Facts;
}

std::string Disagreement::message() const {
  return Operation + " in '" + Kernel + "' takes " +
         counted(Measured, "wavefront") + "; " + (IsBound ? "at most " : "") +
         grouped(Predicted) +
         (Predicted == 1 ? " was predicted" : " were predicted");
}
