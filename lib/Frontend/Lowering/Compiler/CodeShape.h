//===- CodeShape.h - What the compiler may make of code ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule M15, and the sizes of rules L1 to L3. The compiler merges neighbouring
// accesses of one straight line of code. Some of what looks straight in the
// source is not in machine code: a division of floats has a slow path, a
// library function is code of its own, and a load that a choice guards is
// branched around. And loops are only unrolled if they are small.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_CODESHAPE_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_CODESHAPE_H

#include "Lowering/Compiler/RoundConstants.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace banklint {

struct CodeShape {
  /// The compiler may put branches there that the source does not show.
  bool MayBranch = false;
  bool HasLoops = false;
  /// Functions of CUDA's headers that are inline assembly.
  bool HasAssembly = false;
  /// The size in instructions, about, that the compiler has when it decides
  /// what to unroll; functions that are called count as their bodies. Nothing
  /// if the source does not show it.
  std::optional<unsigned> Size;
  /// What of it becomes constant if the compiler knows the round of the loop.
  unsigned Folded = 0;
};

/// Knows the shapes of statements that it was asked for: functions of layouts
/// are inlined many times.
class CodeShapes {
public:
  explicit CodeShapes(clang::ASTContext &Context) : Context(Context) {}

  CodeShape of(const clang::Stmt &S);
  /// Of \p Body, that of a loop with \p Constants.
  CodeShape ofBody(const clang::Stmt &Body,
                   const RoundConstants &Constants) const;

private:
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::Stmt *, CodeShape> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_CODESHAPE_H
