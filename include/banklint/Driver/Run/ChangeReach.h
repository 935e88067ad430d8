//===- ChangeReach.h - Which files a diff may affect ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that neither has a changed line nor includes one cannot have a finding
// that --diff reports, so that it need not be analyzed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_CHANGEREACH_H
#define BANKLINT_DRIVER_RUN_CHANGEREACH_H

#include "banklint/Commands/IncludeGraph.h"
#include "banklint/Driver/Filter/LineSelection.h"
#include "banklint/Driver/Run/Unit.h"

namespace banklint {

class ChangeReach {
public:
  explicit ChangeReach(const ChangedLines &Changed);

  /// False if no changed line can be part of what is compiled for \p U.
  bool mayReach(const Unit &U);

private:
  IncludeGraph Graph;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_CHANGEREACH_H
