//===- LostUses.h - Device code that the AST lacks --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of lost code show enough to stay honest: a shared variable named there
// is an access that nobody knows, a local variable that may be changed there is
// forgotten, and a jump makes the rest conditional.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTUSES_H

#include "Lowering/Emit/Frames.h"
#include "Lowering/Memory/Memory.h"
#include "Lowering/Memory/SharedArrays.h"
#include "Recovery/LostCode.h"

namespace banklint {

/// What the compiler says about the source from \p Begin to \p End.
Reason parseError(const LostCode &Lost, clang::SourceLocation Begin,
                  clang::SourceLocation End);

/// Why nothing is known of the shared variable \p Decl.
Reason invalidDeclaration(const LostCode &Lost, const clang::VarDecl &Decl);

/// The alignment that \p Decl asks for with alignas where nvcc takes it and
/// Clang does not: behind `__shared__`. 1 if there is none, or no number.
unsigned writtenAlignment(const LostCode &Lost, const clang::VarDecl &Decl);

/// True if control flow may be lost in \p Function, apart from returns.
bool losesJumps(const LostCode &Lost, const clang::FunctionDecl &Function);

/// Lowers code that has only tokens.
class LostUses {
public:
  LostUses(Emitter &Emit, SharedArrays &Arrays, Memory &Mem, FrameStack &Frames)
      : Emit(Emit), Arrays(Arrays), Mem(Mem), Frames(Frames) {}

  /// Of variables in \p Known, the AST is lowered elsewhere.
  void lower(const LostTokens &Tokens, const Reason &Why,
             llvm::ArrayRef<llvm::StringRef> Known = {});
  /// What lost code may do with \p Decl, which \p Name names.
  void lowerUse(const clang::VarDecl &Decl, const clang::Token &Name,
                const LostUse &Use, const Reason &Why);

private:
  void lowerAccess(const clang::VarDecl &Decl, const clang::Token &Name,
                   const LostUse &Use, const Reason &Why);
  void forget(const clang::VarDecl &Decl, const LostUse &Use,
              const Reason &Why);
  llvm::SmallVector<const clang::VarDecl *, 2>
  variablesNamed(const clang::IdentifierInfo &Name) const;
  bool mayHoldShared(const Binding &B) const;

  Emitter &Emit;
  SharedArrays &Arrays;
  Memory &Mem;
  FrameStack &Frames;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTUSES_H
