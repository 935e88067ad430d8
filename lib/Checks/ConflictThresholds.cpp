//===- ConflictThresholds.cpp - Conflicts worth a finding -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictThresholds.h"

using namespace banklint;

bool banklint::isWorthReporting(const ConflictSize &Size, llvm::StringRef Check,
                                const CheckOptionValues &Options) {
  if (Size.IsRemovable && !isSet(Options, Check, "IncludeRemovable"))
    return false;
  if (Size.IsBypassCopy && !isSet(Options, Check, "IncludeBypassCopies"))
    return false;
  if (Size.Ways < numberOf(Options, Check, "MinWays"))
    return false;
  if (!Size.ExcessWavefronts)
    return true;
  if (Size.Ways == 2 &&
      *Size.ExcessWavefronts <
          numberOf(Options, Check, "MinExcessWavefrontsTwoWay"))
    return false;
  return *Size.ExcessWavefronts >=
         numberOf(Options, Check, "MinExcessWavefronts");
}
