//===- RisingLoads.h - Loads that the compiler makes early ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place in a static array that is known at compile time can be loaded from
// whatever a condition is. If all that stands under the condition is cheap, the
// compiler loads before the branch, in all lanes, and selects a value:
//
//   if (lane < 16)
//     x = s[3];
//
// It does not if something there stores, waits, calls, divides, or loads from
// where it may not. docs/compiler-model.md says how this was measured.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_RISINGLOADS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_RISINGLOADS_H

#include "banklint/Program/KernelProgram.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <array>

namespace banklint {

/// What branches guard in the source, by the numbers of their `if` statements
/// in a program.
struct GuardedCode {
  /// Both may be null.
  llvm::DenseMap<unsigned, std::array<const clang::Stmt *, 2>> Sides;
  /// What they may jump over.
  llvm::DenseMap<unsigned, llvm::ArrayRef<const clang::Stmt *>> Rest;
};

/// Moves the loads in \p Program that may rise to before the branches around
/// them, and marks them.
void raiseLoads(KernelProgram &Program, const GuardedCode &Guarded,
                clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_RISINGLOADS_H
