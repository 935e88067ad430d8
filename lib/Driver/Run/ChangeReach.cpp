//===- ChangeReach.cpp - Which files a diff may matter to -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/ChangeReach.h"

using namespace banklint;

static llvm::StringSet<> changedPaths(const ChangedLines &Lines) {
  llvm::StringSet<> Result;
  for (const auto &[Path, Ranges] : Lines)
    if (!Ranges.empty())
      Result.insert(Path);
  return Result;
}

ChangeReach::ChangeReach(const ChangedLines &Changed)
    : Graph(changedPaths(Changed)) {}

bool ChangeReach::mayReach(const Unit &U) {
  const SourceCommand &Source = U.Source;
  return Graph.reach({Source.mainPath(), U.Arguments, Source.Directory}) !=
         IncludeReach::No;
}
