//===- ArrayPadding.h - Whether and how to pad an array ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves a padding for a declaration over everything in a report that uses it,
// and finds out whether the edit may be made without reading the code.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYPADDING_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYPADDING_H

#include "Fixes/ArrayUses.h"
#include "banklint/Analysis/PlaceCounts.h"

namespace banklint {

/// Why an edit is not safe.
enum class ObstacleKind {
  /// Something sees the layout: Detail is LayoutUse::What.
  LayoutUse,
  /// Something deduces the extents from the array, and others may change what
  /// it computes: Detail is LayoutUse::What.
  Deduced,
  /// An access that names no array may be to this one, by a pointer that was
  /// made with the old layout: Detail is its text.
  Pointer,
  /// A kernel that uses the array did not parse completely: Detail names it.
  ParseErrors,
  /// The array is declared in a file that others may include.
  Included,
  /// An extent is not spelled where it could be edited.
  NotSpelled,
  /// An access surely goes to another element with the padding, or may do so:
  /// Detail is its text.
  Moved,
  MayMove,
  /// A kernel's launches are not known, and others may use other rows: Detail
  /// names it.
  AssumedLaunch,
  LaunchedElsewhere,
  /// Another launch of the declaration needs another layout: Detail names its
  /// kernel.
  OtherUse,
};

struct Obstacle {
  ObstacleKind Kind;
  std::string Detail;
  /// Line 0 if there is no place to point at.
  Place At;
};

/// An extent that is padded.
struct PaddedExtent {
  /// Its number, slowest first, of how many.
  unsigned Number = 0;
  unsigned Count = 0;
  /// "s.a" if it is one of a member, else empty.
  std::string Member = {};
  uint64_t Elements = 0;
  /// What it is to become, and where it stands; empty and without a place if it
  /// is not spelled in the source.
  std::string NewText;
  Place At;
};

struct ArrayPadding {
  LayoutResult Search;
  /// None without a padding.
  std::vector<PaddedExtent> Extents;
  PlaceCounts Places;
  /// The first reason found why the edit is not safe.
  std::optional<Obstacle> Unsafe;
  /// One for each of Extents if all are spelled, else none.
  std::vector<TextEdit> Edits;

  FixSafety safety() const {
    const bool IsForbidden = Unsafe && (Unsafe->Kind == ObstacleKind::Moved ||
                                        Unsafe->Kind == ObstacleKind::Deduced ||
                                        Unsafe->Kind == ObstacleKind::OtherUse);
    if (Edits.empty() || IsForbidden)
      return FixSafety::Described;
    return Unsafe ? FixSafety::Suggested : FixSafety::Automatic;
  }
};

/// That of \p File, if it is not one of those that \p R is about.
std::optional<Obstacle> findIncluded(const Report &R, llvm::StringRef File);

/// The first reason not to trust any change of the array of \p Uses, at least
/// one.
std::optional<Obstacle> findObstacle(const Report &R,
                                     llvm::ArrayRef<KernelUse> Uses);

/// \p Text plus \p Elements in C++: "33" for "32", "N + 1" for "N".
std::string paddedExtent(llvm::StringRef Text, uint64_t Elements);

/// Judges paddings for \p Scope.
ArrayPadding padArray(const ArrayScope &Scope, const InterpreterBudget &Budget);

/// Judges paddings of members of the array of \p Scope, whose elements are
/// structs, and takes the best one. Nothing if there is none.
std::optional<ArrayPadding> padMembers(const ArrayScope &Scope,
                                       const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYPADDING_H
