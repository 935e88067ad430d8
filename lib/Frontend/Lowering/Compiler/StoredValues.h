//===- StoredValues.h - What stores to a place write there ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `x = s[i]; y = s[i + 1]; s[i] = y; s[i + 1] = y;` the compiler leaves out
// the last store: it writes what was read from its place.
//
// A variable that is set to one constant only, wherever it is set, holds that
// or nothing that is defined: the compiler leaves out its loads and stores.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_STOREDVALUES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_STOREDVALUES_H

#include "banklint/Program/KernelProgram.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace banklint {

class StoredValues {
public:
  explicit StoredValues(clang::ASTContext &Context) : Context(Context) {}

  /// True if \p Store, an assignment in \p Function, writes a variable that was
  /// last set to what stands there, spelled alike. Of a member of a struct that
  /// was read as a whole the compiler does not see that.
  bool writesBack(const clang::Expr &Store,
                  const clang::FunctionDecl &Function);

  /// Access \p Number, to a variable, is the store of the assignment \p Store,
  /// of \p Value if that is known.
  void noteStore(unsigned Number, const clang::Expr &Store,
                 std::optional<int64_t> Value);
  /// True if each round of \p Loop that stores to \p To stores to the same
  /// place and waits for no other lanes, so that the compiler may leave all but
  /// the last store.
  bool isStoredAgain(const clang::Expr &To, const clang::Stmt &Loop);
  /// Marks the accesses in \p Program of variables that get one constant only.
  void markConstants(KernelProgram &Program) const;

private:
  /// What the rounds of a loop do.
  struct RoundEffects {
    /// The variables that they declare or assign.
    llvm::SmallPtrSet<const clang::VarDecl *, 8> Changed;
    /// They call something that may wait for other lanes.
    bool MayWait = false;
  };
  static RoundEffects roundEffects(const clang::Stmt &Loop);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::Stmt *, RoundEffects> EffectsOfRounds;
  /// Those of a function.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::Expr *>>
      Found;
  /// By the number of the access: the constant that it stores, as text.
  llvm::DenseMap<unsigned, std::string> Constants;
};

/// True if \p Array is one number.
bool isVariable(const SharedArray &Array);

/// Marks what the compiler may remove from \p Program as a whole, as
/// mayBeRemoved (Removal.h) tells: the loads with numbers in \p Unneeded, of
/// what nothing uses, and the stores to arrays that nothing else reads. A
/// kernel that reads nothing and has no other effects, as \p HasOthers tells,
/// is no whole one: it shows what accesses cost.
void markRemoved(KernelProgram &Program,
                 const llvm::DenseSet<unsigned> &Unneeded, bool HasOthers);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_STOREDVALUES_H
