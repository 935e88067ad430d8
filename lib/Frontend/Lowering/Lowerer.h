//===- Lowerer.h - What the parts of the lowering share ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of one lowering, and the recursion into expressions. What lowers
// one kind of construct (atomics, inline assembly, ...) is a free function over
// it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOWERER_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOWERER_H

#include "Lowering/Emit/Emitter.h"
#include "Lowering/Emit/Frames.h"
#include "Lowering/Memory/Memory.h"
#include "Lowering/Memory/PointerAnalysis.h"
#include "Lowering/Memory/SharedArrays.h"
#include "Recovery/LostCode.h"

namespace banklint {

class Lowerer {
public:
  /// Lowers \p E for its value. What is not an integer or a pointer gives an
  /// opaque value.
  virtual ExprId value(const clang::Expr *E) = 0;
  /// Lowers the lvalue \p E.
  virtual LValue place(const clang::Expr *E) = 0;
  /// What \p Pointer points to.
  virtual LValue placeOfPointee(const clang::Expr *Pointer) = 0;
  /// The value of the lvalue \p E.
  virtual ExprId read(const clang::Expr *E) = 0;
  /// Lowers \p E for what it does.
  virtual void effects(const clang::Expr *E) = 0;

  clang::ASTContext &Context;
  const LostCode Lost;
  Emitter Emit;
  ExprBuilder &Builder;
  SharedArrays Arrays;
  Memory Mem;
  FrameStack Frames;
  PointerAnalysis Pointers;

protected:
  Lowerer(clang::ASTContext &Context, const clang::Preprocessor &Macros,
          const SourceErrors &Errors, PointerFacts &Facts)
      : Context(Context), Lost(Context, Macros, Errors), Emit(Context, Facts),
        Builder(Emit.Builder), Arrays(Emit, Lost), Mem(Emit),
        Pointers(Emit, Mem, Frames, Lost) {}
  ~Lowerer() = default;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOWERER_H
