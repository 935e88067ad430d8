//===- HostCalls.h - Calls in host code -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows calls, so that a block's shape arrives through wrappers and
// templates. What code that is not seen may change is forgotten.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTCALLS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTCALLS_H

#include "HostStatements.h"

namespace banklint {

class HostCalls {
public:
  HostCalls(clang::ASTContext &Context, const LostEffects &Lost, HostPath &Path,
            HostChanges &Changes, LaunchRecorder &Launches,
            HostEvaluator &Values, HostStatements &Statements)
      : Context(Context), Lost(Lost), Path(Path), Changes(Changes),
        Launches(Launches), Values(Values), Statements(Statements) {}

  HostValue evaluateCall(const clang::CallExpr &E);
  HostValue evaluateConstruct(const clang::CXXConstructExpr &E);
  /// GNU's ({ ... }): its value is not followed.
  void executeInside(const clang::StmtExpr &E);

private:
  using Expr = clang::Expr;

  /// What \p Declared returns; nothing if it was not followed.
  std::optional<HostValue>
  callFunction(const clang::FunctionDecl &Declared,
               llvm::ArrayRef<const clang::Expr *> Arguments,
               std::optional<HostPlace> This);
  bool mayFollow(const clang::FunctionDecl &Function) const;
  bool leadsToLaunches(const clang::FunctionDecl &Function);
  void callUnseen(const clang::CallExpr &E,
                  const clang::FunctionDecl *Function);
  void passUnseen(const clang::Expr &Argument, clang::QualType Type,
                  const clang::FunctionDecl *Function);
  void callBack(const clang::FunctionDecl &Declared);
  void bindParameter(const clang::VarDecl &Parameter,
                     const clang::Expr &Argument);
  void initMembers(const clang::CXXConstructorDecl &Constructor,
                   HostPlace This);
  HostValue finish(HostFrame Callee, std::vector<HostReturn> Returns);

  clang::ASTContext &Context;
  const LostEffects &Lost;
  HostPath &Path;
  HostChanges &Changes;
  LaunchRecorder &Launches;
  HostEvaluator &Values;
  HostStatements &Statements;
  /// Functions whose value takes too many steps.
  llvm::DenseSet<const clang::FunctionDecl *> TooLong;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTCALLS_H
