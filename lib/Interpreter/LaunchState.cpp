//===- LaunchState.cpp - What all warps of a launch share -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchState.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

llvm::ArrayRef<unsigned> LaunchState::assignedIn(const Stmt &S) {
  auto [It, IsNew] = Assigned.try_emplace(&S);
  if (!IsNew)
    return It->second;
  std::vector<unsigned> Variables;
  for (const Block &B : S.Blocks)
    forEachStmt(B, [&](const Stmt &Inner) {
      if (Inner.Kind == StmtKind::Assign &&
          (!Needs || Needs->isNeeded(Inner.Index)))
        Variables.push_back(Inner.Index);
    });
  llvm::sort(Variables);
  Variables.erase(std::unique(Variables.begin(), Variables.end()),
                  Variables.end());
  return Assigned[&S] = std::move(Variables);
}

llvm::ArrayRef<unsigned> LaunchState::geometricIn(const Stmt &Loop) {
  auto [It, IsNew] = Geometric.try_emplace(&Loop);
  if (IsNew)
    It->second = geometricVariables(Program, Loop);
  return It->second;
}

llvm::ArrayRef<CarriedVariable> LaunchState::carriedIn(const Stmt &Loop) {
  auto [It, IsNew] = Carried.try_emplace(&Loop);
  if (IsNew)
    It->second = carriedVariables(Program, Loop);
  return It->second;
}
