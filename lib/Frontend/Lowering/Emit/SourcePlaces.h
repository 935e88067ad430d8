//===- SourcePlaces.h - Where things stand in the source --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_SOURCEPLACES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_SOURCEPLACES_H

#include "banklint/Program/Expr.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// Spans and texts of source ranges; numbers the files that they stand in.
class SourcePlaces {
public:
  explicit SourcePlaces(const clang::ASTContext &Context)
      : Sources(&Context.getSourceManager()), Language(&Context.getLangOpts()) {
  }

  /// What the user wrote of \p Range, macro names included; invalid if that is
  /// nothing.
  SourceSpan spanOf(clang::SourceRange Range);
  /// The place of \p Loc if there are spans of its file already. What only
  /// computes makes no file one of the kernel's.
  SourceSpan knownSpanOf(clang::SourceLocation Loc);
  /// Spans of the tokens that a macro expansion at \p Loc comes from, the
  /// innermost macro first; none outside of macros.
  std::vector<SourceSpan> macroPlaces(clang::SourceLocation Loc);
  /// The source of \p Range on one line, cut where it gets long.
  std::string textOf(clang::SourceRange Range) const;
  /// What the code at \p Range is called: its own text, also in the body of a
  /// macro.
  std::string nameOf(clang::SourceRange Range) const;
  /// The source of \p Range if that is text of a file, macro names included.
  llvm::StringRef sourceOf(clang::SourceRange Range) const;

  const clang::SourceManager &sources() const { return *Sources; }
  const clang::LangOptions &language() const { return *Language; }
  /// The names of the files that spans have the numbers of.
  const std::vector<std::string> &files() const { return Files; }

private:
  const clang::SourceManager *Sources;
  const clang::LangOptions *Language;
  std::vector<std::string> Files;
  llvm::DenseMap<clang::FileID, unsigned> FileNumbers;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_SOURCEPLACES_H
