//===- Callees.h - Which function a call calls ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_CALLEES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_CALLEES_H

#include "Lowering/Emit/Frames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace banklint {

/// The function that \p Pointer, a pointer or a reference to functions, surely
/// names; null if that is not known.
const clang::FunctionDecl *functionAt(const clang::Expr *Pointer,
                                      FrameStack &Frames,
                                      clang::ASTContext &Context);

/// The function that \p E surely calls; null if that is not known.
const clang::FunctionDecl *calleeOf(const clang::CallExpr &E,
                                    FrameStack &Frames,
                                    clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_CALLEES_H
