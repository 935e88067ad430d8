//===- HostChanges.h - What host code may change ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_HOSTCHANGES_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_HOSTCHANGES_H

#include "Launches/Source/KernelFinder.h"
#include "Recovery/LostEffects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// What code may change where it is not followed. Looked for once each
/// statement and function.
class HostChanges {
public:
  HostChanges(const SourceIndex &Index, const LostEffects &Lost)
      : Index(Index), Lost(Lost) {}

  struct Found {
    /// Those that the statement names, and globals that functions which it
    /// calls name; null is the object that `this` points to.
    llvm::DenseSet<const clang::VarDecl *> Variables;
    /// Of those of which it only changes members: these.
    decltype(ChangedPlaces::Members) Members;
    /// It calls what is not seen.
    bool AnyGlobal = false;
    /// It throws or calls what never returns, itself or in what it calls.
    bool MayEnd = false;
  };
  /// What \p S may change. Valid until the next call.
  const Found &in(const clang::Stmt *S);
  /// True if code of the source may change \p Variable after its
  /// initialization.
  bool mayChange(const clang::VarDecl &Variable) const {
    return Index.Changed.contains(&Variable) || Lost.mayChange(Variable);
  }

private:
  /// What the body of a function does by itself.
  struct OfFunction {
    llvm::SmallVector<const clang::VarDecl *, 0> Globals;
    /// Those with bodies.
    llvm::SmallVector<const clang::FunctionDecl *, 8> Callees;
    bool CallsUnseen = false;
    bool MayEnd = false;
  };
  /// Valid until the next call.
  const OfFunction &inFunction(const clang::FunctionDecl &Function);

  const SourceIndex &Index;
  const LostEffects &Lost;
  llvm::DenseMap<const clang::Stmt *, Found> Known;
  llvm::DenseMap<const clang::FunctionDecl *, OfFunction> KnownFunctions;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_HOSTCHANGES_H
