//===- Occurrence.h - A verdict and what it is about ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_OCCURRENCE_H
#define BANKLINT_LIB_CHECKS_OCCURRENCE_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// A verdict together with what it is about.
struct Occurrence {
  const KernelReport *Kernel = nullptr;
  const LaunchReport *Launch = nullptr;
  const Verdict *V = nullptr;
  /// Nobody states the launch's block.
  bool IsBlockGuessed = false;
  /// Nor is V's worst request one of any block that has a whole warp in x.
  bool IsGuess = false;

  const KernelProgram &program() const { return Kernel->Program; }
  const Access &access() const { return program().Accesses[V->Access]; }
  /// Access::LibraryCall, unless the library accesses what is its own.
  std::optional<unsigned> libraryCall() const;
  /// Where the access is reported: in code of the user, if that is its cause.
  const SourceSpan &span() const;
  /// The calls that lead there.
  llvm::ArrayRef<SourceSpan> calls() const;
  llvm::StringRef file() const { return program().fileOf(span()); }
};

/// The array that the access of \p O names, else that which it points into each
/// time that it is executed; nothing if that is not one.
std::optional<unsigned> arrayOf(const Occurrence &O);

/// The name of arrayOf \p O, which is known.
llvm::StringRef arrayName(const Occurrence &O);

/// The launch site or annotation that \p O's launch is from; null if there is
/// none that has a place.
const LaunchSite *siteOf(const Occurrence &O);

/// True if \p A and \p B, launches of \p Kernel, are made at one place.
bool isSameSite(const KernelReport &Kernel, const LaunchReport &A,
                const LaunchReport &B);

/// Sets the place of \p F, its launch and what belongs to them to those of the
/// access of \p O, which \p R has.
void placeAt(const Report &R, const Occurrence &O, Finding &F);

/// Finding::Function of what is reported of the kernel \p Program as a whole,
/// or of \p AccessNumber in it, behind the outermost \p Depth calls.
std::string functionOf(const KernelProgram &Program,
                       std::optional<unsigned> AccessNumber = std::nullopt,
                       unsigned Depth = 0);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_OCCURRENCE_H
