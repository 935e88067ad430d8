//===- ParsedText.h - Clang's tree of a text --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests of what looks at single nodes of Clang's tree.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_FRONTEND_PARSEDTEXT_H
#define BANKLINT_TEST_UNIT_FRONTEND_PARSEDTEXT_H

#include "Recovery/SourceErrors.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint::test {

/// Whether an error may be mended, by its message.
using MessageTest = llvm::function_ref<bool(llvm::StringRef)>;

class ParsedText {
public:
  /// Parses \p Code as C++17; errors are collected.
  explicit ParsedText(llvm::StringRef Code, MessageTest MayBeMended = nullptr);

  clang::ASTContext &context() { return Unit->getASTContext(); }
  const clang::SourceManager &sources() { return Unit->getSourceManager(); }
  clang::Preprocessor &macros() { return Unit->getPreprocessor(); }
  const SourceErrors &errors() const { return Errors; }

  /// The first declaration of that kind and name, in functions as well.
  template <typename T> T &find(llvm::StringRef Name) {
    return *llvm::cast<T>(findNamed(
        Name, [](const clang::NamedDecl &D) { return llvm::isa<T>(D); }));
  }
  const clang::VarDecl *variable(llvm::StringRef Name) {
    return &find<clang::VarDecl>(Name);
  }
  /// The body of that function.
  const clang::CompoundStmt &body(llvm::StringRef Name);
  /// The location of the first occurrence of \p Text.
  clang::SourceLocation locationOf(llvm::StringRef Text);

private:
  clang::NamedDecl *
  findNamed(llvm::StringRef Name,
            llvm::function_ref<bool(const clang::NamedDecl &)> IsWanted);

  SourceErrors Errors;
  std::unique_ptr<clang::ASTUnit> Unit;
};

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_FRONTEND_PARSEDTEXT_H
