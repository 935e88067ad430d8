//===- SharedArrays.h - The shared arrays that a kernel uses ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_SHAREDARRAYS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_SHAREDARRAYS_H

#include "Lowering/Emit/Emitter.h"
#include "Recovery/LostCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class SharedArrays {
public:
  SharedArrays(Emitter &Emit, const LostCode &Lost)
      : Emit(Emit), Context(Emit.Context), Lost(Lost) {}

  /// The number of the array that \p Decl declares, if it is a shared variable
  /// whose layout is known.
  std::optional<unsigned> numberOf(const clang::VarDecl &Decl);
  /// \p E sees the layout of the array at \p P, if it is one.
  void observeLayout(const LValue &P, const clang::Expr *E,
                     llvm::StringRef What, bool IsDeduced = false);
  /// \p Reference is bound to the place \p P, which \p E names.
  void observeReference(const LValue &P, const clang::Expr *E,
                        const clang::VarDecl &Reference);
  /// \p Parameter gets the value of \p E, which may point to rows.
  void observeRows(const clang::Expr *E, const clang::ParmVarDecl &Parameter);
  /// The reference \p Use of a shared variable was lowered; false if it was
  /// before.
  bool noteSeen(const clang::Expr *Use);
  /// Uses in \p Function, whose body has just been emitted, that no lowering
  /// rule has met are accesses nobody knows anything of.
  void addUnseen(const clang::FunctionDecl &Function);
  /// \p Pointer is all that a variable holds that the source never reads.
  void noteUnused(ExprId Pointer) { Unused.push_back(Pointer); }
  /// Adds an access nobody knows anything of to each array that is used and
  /// that no access of the kernel, which has just been emitted, goes to.
  void addLost();

  /// Numbers the arrays that \p Kernel, which has just been emitted, declares
  /// in its own body: SharedArray::Order.
  void setOrder(const clang::FunctionDecl &Kernel);

  /// Finds what the arguments of templates leave out: SharedArray::IsLeftOut.
  void markLeftOut();

  /// The arrays' declarations, by their numbers.
  const std::vector<const clang::VarDecl *> &declarations() const {
    return Declarations;
  }

private:
  std::optional<unsigned> describe(const clang::VarDecl &Decl);
  /// Adds an access in \p Range of which nothing is known because of \p Why, to
  /// the array that \p Decl declares if it is not null.
  void addUnseen(MemoryOperation Op, const clang::VarDecl *Decl,
                 clang::SourceRange Range, Reason Why);
  /// Adds \p Use to the array that \p Decl declares, if there is one.
  void addUse(const clang::VarDecl &Decl, LayoutUse Use);

  Emitter &Emit;
  clang::ASTContext &Context;
  const LostCode &Lost;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
  std::vector<const clang::VarDecl *> Declarations;
  /// References to shared variables that were lowered.
  llvm::DenseSet<const clang::Expr *> Seen;
  std::vector<ExprId> Unused;
  /// By shared variable: the first of them.
  llvm::DenseMap<const clang::Decl *, const clang::Expr *> FirstUses;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_SHAREDARRAYS_H
