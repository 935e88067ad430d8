//===- PointerAnalysis.h - What the source's pointers point to --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides from the source's form, and from what its variables are bound to and
// may hold, which lvalues may be shared memory, which pointers may point there
// and which point to local variables. Nothing is lowered for it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_POINTERANALYSIS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_POINTERANALYSIS_H

#include "Lowering/Emit/Frames.h"
#include "Lowering/Memory/Memory.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class PointerAnalysis {
public:
  PointerAnalysis(Emitter &Emit, Memory &Mem, FrameStack &Frames,
                  const LostCode &Lost)
      : Emit(Emit), Mem(Mem), Frames(Frames), Lost(Lost) {}

  // SharedPointers.cpp
  /// True if the lvalue \p E is in shared memory, or may be.
  bool isShared(const clang::Expr *E);
  /// True if the pointer \p E may point into shared memory.
  bool pointsToShared(const clang::Expr *E);
  /// True if the lvalue \p E is a pointer that may point into shared memory.
  bool holdsSharedPointer(const clang::Expr *E);
  /// True if the call may give the address of (or a reference to) shared
  /// memory: its function names some, or gets it and may give it back.
  bool givesShared(const clang::CallExpr &Call);
  /// The place that \p Pointer, whose value is \p Value, points to.
  LValue placeBehind(const clang::Expr *Pointer, ExprId Value);

  // LocalPointers.cpp
  /// True if the local variable \p Decl may change behind its initialization.
  bool isChanged(const clang::VarDecl &Decl);
  /// True if \p E is a local variable that is tracked, or a part of one.
  bool isLocalPlace(const clang::Expr *E);
  /// True if \p E points to a local place, and which one can be followed.
  bool pointsToLocal(const clang::Expr *E);

private:
  using Expr = clang::Expr;

  std::optional<LValue> localPart(const Expr *E);
  bool isOfBytes(const Expr *Pointer);
  bool returnsShared(const clang::FunctionDecl *Function);

  Emitter &Emit;
  Memory &Mem;
  FrameStack &Frames;
  const LostCode &Lost;
  llvm::DenseMap<const clang::FunctionDecl *, bool> ReturnsShared;
  /// Variables that a function uses otherwise than to read them.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::VarDecl *>>
      Changed;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_POINTERANALYSIS_H
