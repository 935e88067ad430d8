//===- AccessFacts.h - Hovers, hints and lenses for an editor ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_ACCESSFACTS_H
#define BANKLINT_LIB_LSP_ACCESSFACTS_H

#include "DocumentView.h"

namespace banklint::lsp {

/// An access of the document in one launch of one kernel.
struct PlaceInLaunch {
  const KernelReport *Kernel;
  const LaunchReport *Launch;
  PlaceVerdict Place;

  const Access &access() const {
    return Kernel->Program.Accesses[Place.V.Access];
  }
};

/// Those in the document, by the byte and the length of their text.
using PlacesBySpan =
    std::map<std::pair<unsigned, unsigned>, std::vector<PlaceInLaunch>>;

/// Of each text, the worst comes first.
PlacesBySpan placesIn(const DocumentView &View);

/// "`transpose<0>`, block 32x8x1".
std::string describeLaunch(const DocumentView &View, const KernelReport &Kernel,
                           const LaunchReport &Launch);

void addAccessFacts(const DocumentView &View, Facts &Said);

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_ACCESSFACTS_H
