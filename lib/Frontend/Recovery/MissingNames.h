//===- MissingNames.h - Declarations for names nobody declares --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang drops a statement whole that names an undeclared variable or namespace,
// with the shared access or the kernel launch in it. When the name has a
// declaration, however wrong, it keeps all but the part around the name. This
// collects the names and writes such declarations for a second parse. They are
// invalid, so that the compiler believes nothing of them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGNAMES_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGNAMES_H

#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include <set>
#include <string>
#include <vector>

namespace banklint {

class MissingNames {
public:
  /// Takes a note if \p Error is about an undeclared name; false if not.
  bool add(const clang::Diagnostic &Error);

  /// Source that declares the names that \p DeviceFunctions or kernel launches
  /// need; empty if there are none. What is called in \p Broken, templates of
  /// which Clang drops instantiations whole, is needed, too.
  std::string
  declarations(clang::ASTContext &Context,
               llvm::ArrayRef<const clang::FunctionDecl *> DeviceFunctions,
               llvm::ArrayRef<const clang::FunctionDecl *> Broken) const;

private:
  struct Name {
    clang::SourceLocation Place;
    /// The namespaces before it, then the name; the last is empty if only the
    /// namespaces are missing.
    std::vector<std::string> Path;
    bool IsInLaunch = false;
    /// It is called, without namespaces. Clang keeps such calls, but in
    /// instantiations.
    bool IsCall = false;
  };
  std::vector<Name> Names;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGNAMES_H
