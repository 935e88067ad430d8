//===- Report.h - All that a run found out ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_REPORT_H
#define BANKLINT_CHECKS_REPORT_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/PlaceVerdicts.h"
#include "banklint/Checks/Finding.h"
#include "banklint/Support/Causes.h"

namespace banklint {

enum class FileStatus { Analyzed, NoSharedMemory, Failed };

struct FileReport {
  std::string File;
  FileStatus Status = FileStatus::Analyzed;
  /// Failed: why.
  std::string FailureReason;
  /// Another file of the run that includes it: its code counts there. Empty if
  /// it is analyzed by itself.
  std::string IncludedBy;
  /// NoSharedMemory: this was seen without a parse, so that parse errors are
  /// not known.
  bool WasScanned = false;
  unsigned ParseErrors = 0;
  /// The parse errors, the first ones if there are many, as the compiler words
  /// them.
  std::vector<std::string> ParseErrorTexts;
  std::vector<std::string> MissingHeaders;
  /// What is behind what was not analyzed.
  std::vector<Cause> Causes;
  /// "c++20" if the file was parsed as that although no option says so.
  std::string AssumedStandard;
  /// A compilation database or the command line says how it is compiled.
  bool HasCommand = false;
  /// "file:line" of shared variables in code that the compiler dropped.
  std::vector<std::string> LostShared;
  /// Something in it may raise a kernel's limit of dynamic shared memory, or
  /// ask for it before a launch; something may ask for it.
  bool MayRaiseSharedLimit = false;
  bool AsksSharedLimit = false;
  /// "builtin" or "toolkit".
  std::string CudaHeaders;
  double Seconds = 0;

  /// For messages; empty if it is not known.
  llvm::StringRef firstParseError() const {
    return ParseErrorTexts.empty() ? llvm::StringRef() : ParseErrorTexts[0];
  }
};

/// One launch of a kernel with its verdicts.
struct LaunchReport {
  InferredLaunch Launch;
  std::vector<Verdict> Verdicts;
};

struct KernelReport {
  KernelProgram Program;
  std::vector<LaunchReport> Launches;
};

struct Summary {
  /// Without those of templates that are not instantiated.
  unsigned Accesses = 0;
  unsigned Exact = 0;
  unsigned UpperBound = 0;
  unsigned Depends = 0;
  unsigned Unknown = 0;
  /// Accesses that are known to conflict (exact, or a bound above the ideal).
  unsigned Conflicting = 0;
  /// Kernel templates that no file of the run instantiates, and the accesses in
  /// them, of which nothing is known.
  unsigned OpenTemplates = 0;
  unsigned OpenAccesses = 0;
  /// Files with FileReport::WasScanned.
  unsigned ScannedFiles = 0;
};

/// A line of a launch that takes other wavefronts than predicted.
struct Disagreement {
  std::string File;
  unsigned Line = 0;
  /// "load", "store", "atomic".
  std::string Operation;
  std::string Kernel;
  /// Over all blocks.
  uint64_t Predicted = 0;
  uint64_t Measured = 0;
  /// No more than Predicted were predicted.
  bool IsBound = false;

  /// "load in 'k' takes 64 wavefronts; 32 were predicted".
  std::string message() const;
};

/// What a profile says to a report.
struct ProfileComparison {
  /// Of the profile.
  unsigned Launches = 0;
  /// Lines of launches whose wavefronts were predicted and measured.
  unsigned Compared = 0;
  /// By file and line.
  std::vector<Disagreement> Disagreements;
};

struct Report {
  std::string Version;
  /// The architecture that was asked for.
  const Architecture *Arch = nullptr;
  std::vector<FileReport> Files;
  /// FileReport::Causes of all files.
  std::vector<CauseGroup> Causes;
  /// Files of the run were left out: what is not found may be there.
  bool IsPartial = false;
  /// Sorted by file and line, then name.
  std::vector<KernelReport> Kernels;
  /// Sorted by file, line, column, check.
  std::vector<Finding> Findings;
  /// Likewise: those that a comment or a baseline accepts. They are neither
  /// reported nor fixed and fail no run; forms that can say so list them apart.
  std::vector<Finding> Suppressed;
  /// Likewise: those that are left out because none of the lines that were
  /// asked for has to do with them.
  std::vector<Finding> OutsideLines;
  /// Likewise: those in system headers, unless they were asked for.
  std::vector<Finding> InSystemHeaders;
  /// Of runs with a profile.
  std::optional<ProfileComparison> Profiled;
  /// Of runs that apply fixes: all else is about the fixed code.
  std::optional<std::vector<FixedFinding>> Fixed;
};

/// The entries of one launch of \p Kernel: one for each place, however often
/// the function that it stands in was inlined.
std::vector<PlaceVerdict> placesOf(const KernelReport &Kernel,
                                   const LaunchReport &Launch);

/// True if \p Program is a template of which the file has no instantiation.
bool isUninstantiated(const KernelProgram &Program);

/// What \p R concludes from.
RunFacts factsOf(const Report &R);

/// The wavefronts of all requests that were executed to the array declared at
/// byte \p Offset of \p File, in all kernels and launches; nothing if there is
/// no such array or some access to it is not understood. Comparable between
/// layouts of the array.
std::optional<uint64_t> arrayWavefronts(const Report &R, llvm::StringRef File,
                                        unsigned Offset);

/// Counts the entries of all launches of all kernels of \p R.
Summary summarize(const Report &R);

} // namespace banklint

#endif // BANKLINT_CHECKS_REPORT_H
