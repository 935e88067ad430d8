//===- ArrayFixes.h - What helps an array that conflicts --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits of a declaration or of subscripts reach all launches and instantiations
// that share them, so they are searched for and verified over all. Where they
// leave a launch with conflicts, a layout for this launch alone is searched
// for: a person may make a layout depend on template arguments, or pass another
// pitch.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYFIXES_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYFIXES_H

#include "Fixes/ArrayPitch.h"
#include "Fixes/ArrayRegrouping.h"
#include "Fixes/ArraySwizzle.h"
#include "Occurrence.h"
#include "banklint/Checks/CheckRun.h"
#include <map>

namespace banklint {

/// What can be edited, for all uses.
struct SharedFixes {
  ArrayScope All;
  ArrayPadding Padding;
  /// Only if it has something that Padding has not.
  std::optional<ArraySwizzle> Swizzle;
  std::optional<ArrayPitch> Pitch;
  /// The work limit ended the search: there may be more or better ones.
  bool AreCut = false;

  llvm::SmallVector<const LayoutResult *, 3> searches() const;
  bool clearsAll() const;
  /// True if one of them leaves \p Launch without conflicts.
  bool clears(const LaunchReport &Launch) const;
};

/// What one launch gains from a layout of its own, which nobody but a person
/// can write.
struct OwnFixes {
  ArrayScope Scope;
  /// Only if there are other launches: SharedFixes has it else.
  std::optional<ArrayPadding> Padding;
  /// Only if the padding does not clear the array.
  std::optional<ArrayRegrouping> Regrouping;
  /// Another use, which needs more wavefronts with the change of Padding or of
  /// Regrouping, or has other extents.
  const KernelProgram *Opposed = nullptr;
  /// As in SharedFixes.
  bool AreCut = false;

  /// The change that leaves the fewest wavefronts, if there is one.
  const LayoutFix *best() const;
};

struct ArrayFixes {
  const SharedFixes &Shared;
  /// Null if Shared clears the launch, or is cut.
  const OwnFixes *Own;

  bool areCut() const { return Shared.AreCut || (Own && Own->AreCut); }
  /// True if Own clears its launch, and the edits, which do not, are no more
  /// than a compromise.
  bool isOwnBetter() const;
  /// True if the launch is left without conflicts by something that can be
  /// edited or described.
  bool clears(const LaunchReport &Launch) const;
};

/// An array's fixes are searched for once, though each of its findings
/// describes them.
class FixSearch {
public:
  FixSearch(const Report &R, const CheckRun &Run) : R(R), Run(Run) {}

  /// Those of array number \p Array for the launch of \p O. The array must be
  /// declared at a place of its own.
  ArrayFixes fixesFor(const Occurrence &O, unsigned Array);

private:
  /// File and offset of a declaration.
  using DeclarationKey = std::pair<llvm::StringRef, unsigned>;

  SharedFixes searchShared(const KernelProgram &Program, unsigned Array);
  OwnFixes searchOwn(const SharedFixes &Shared, const Occurrence &O);
  template <typename ResultT, typename FindT>
  void search(const ArrayScope &Scope, WorkLimit &Limit, bool &IsCut,
              ResultT &Result, FindT Find) const;
  WorkLimit &limitOf(const KernelProgram &Program);

  const Report &R;
  const CheckRun &Run;
  std::map<DeclarationKey, SharedFixes> Shared;
  std::map<std::pair<DeclarationKey, const LaunchReport *>, OwnFixes> Own;
  /// By the kernel's declaration, which its instantiations share.
  std::map<DeclarationKey, WorkLimit> Limits;
};

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYFIXES_H
