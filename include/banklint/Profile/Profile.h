//===- Profile.h - What a profiler measured ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nsight Compute exports a report as CSV in several pages, of which two matter:
//
//   page        has
//   raw         a row for each launch: kernel, block, grid, counters
//   details     the same in a row for each metric, in figures that are rounded
//   source      for each launch and file the lines with their instructions
//
// The pages have no key in common: the source page lists the launches in the
// order of the others, by names that are spelled otherwise. Text in it is not
// escaped. docs/profiles.md says how the pages are made.
//
// The reader takes what it understands. What it does not is an error of a line,
// and the rest is read all the same.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROFILE_PROFILE_H
#define BANKLINT_PROFILE_PROFILE_H

#include "banklint/Program/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>
#include <vector>

namespace banklint {

enum class ProfiledOperation { Load, Store, Atomic };

/// "load", "store", "atomic".
llvm::StringRef spelling(ProfiledOperation Operation);

struct ProfiledLaunch {
  /// As the profiler spells it: "void transpose<(int)0>(const float *)".
  std::string Kernel;
  /// Nothing if only its source page was read.
  std::optional<Dim3> Block;
  std::optional<Dim3> Grid;
  /// Bytes of a block; nothing if the page rounds them.
  std::optional<uint64_t> StaticBytes;
  std::optional<uint64_t> DynamicBytes;
  /// Wavefronts by operation: what the hardware counted, if that was asked for,
  /// and the sum of what the profiler computed for the instructions.
  std::array<std::optional<uint64_t>, 3> Counted = {};
  std::array<uint64_t, 3> Computed = {};

  /// False if the hardware took another number of wavefronts than the lines of
  /// this operation have in sum.
  bool isConfirmed(ProfiledOperation Operation) const {
    const auto Number = static_cast<size_t>(Operation);
    return !Counted[Number] || *Counted[Number] == Computed[Number];
  }
};

/// What instructions of one operation on shared memory took at one line.
struct ProfiledLine {
  /// Index into the launches.
  unsigned Launch = 0;
  /// As the compiler saw it, mostly an absolute path of another machine.
  std::string File;
  unsigned Line = 0;
  ProfiledOperation Operation = ProfiledOperation::Load;
  /// Over all warps of the launch, as computed by the profiler from addresses.
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
};

struct Profile {
  std::vector<ProfiledLaunch> Launches;
  /// By launch; those of functions that were inlined are entered at their own
  /// lines and at those of the calls.
  std::vector<ProfiledLine> Lines;
};

/// The contents of an export, and what errors call it.
struct ProfileText {
  std::string Name;
  llvm::StringRef Text;
};

struct ProfileReading {
  Profile Result;
  /// "raw.csv:3: the row has 5 fields instead of 300".
  std::vector<std::string> Errors;
};

/// Reads exports of any number of reports in any order. A source page belongs
/// to the first raw or details page that has the same kernels in the same order
/// and none yet.
ProfileReading readProfile(llvm::ArrayRef<ProfileText> Texts);

} // namespace banklint

#endif // BANKLINT_PROFILE_PROFILE_H
