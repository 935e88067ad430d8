//===- Atomics.h - Atomic operations ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ATOMICS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ATOMICS_H

#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Lowerer.h"

namespace banklint {

/// The value of the call \p E of the known function \p Name, if that is atomic.
/// \p IsUnused: nothing uses the value.
std::optional<ExprId> lowerAtomic(Lowerer &L, const clang::CallExpr &E,
                                  DeviceMeaning Meaning, llvm::StringRef Name,
                                  bool IsUnused);

/// The value of the call \p E of \p Method, if that is a member function or
/// operator of cuda::atomic or cuda::atomic_ref on shared memory.
std::optional<ExprId> lowerAtomicMember(Lowerer &L, const clang::CallExpr &E,
                                        const clang::CXXMethodDecl &Method);

/// What the cuda::atomic_ref that \p Decl, which has an initializer, declares
/// refers to, or null.
const clang::Expr *atomicReferenceTarget(const clang::VarDecl &Decl);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ATOMICS_H
