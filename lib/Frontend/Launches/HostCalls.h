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
#include "Launches/Source/PlainCode.h"

namespace banklint {

/// True if a call of \p Function, which is not followed, may run code of the
/// source or of other files.
bool mayRunSource(const clang::FunctionDecl &Function,
                  llvm::ArrayRef<const clang::Expr *> Arguments);

class HostCalls {
public:
  HostCalls(clang::ASTContext &Context, const LostEffects &Lost, HostPath &Path,
            HostChanges &Changes, LaunchRecorder &Launches,
            HostEvaluator &Values, HostStatements &Statements)
      : Context(Context), Lost(Lost), Path(Path), Changes(Changes),
        Launches(Launches), Values(Values), Statements(Statements) {}

  HostValue evaluateCall(const clang::CallExpr &E);
  HostValue evaluateConstruct(const clang::CXXConstructExpr &E);
  /// GNU's ({ ... }).
  HostValue evaluateInside(const clang::StmtExpr &E);
  // HostClosures.cpp
  /// Calls the functions in \p Called that lead to launches as code that is not
  /// seen would: with any arguments.
  void callBack(const HostValue &Called);

private:
  using Expr = clang::Expr;

  /// What a call is made on: an object, or a closure.
  struct Receiver {
    std::optional<HostPlace> This;
    HostValue Closure;
  };
  Receiver receiverOf(const clang::CallExpr &E,
                      const clang::CXXMethodDecl &Method);
  /// What \p Declared returns; nothing if it was not followed.
  std::optional<HostValue>
  callFunction(const clang::FunctionDecl &Declared,
               llvm::ArrayRef<const clang::Expr *> Arguments, Receiver Of);

  // HostUnseen.cpp
  void callUnseen(const clang::CallExpr &E,
                  const clang::FunctionDecl *Function);
  void passUnseen(const clang::Expr &Argument, clang::QualType Type,
                  const clang::FunctionDecl *Function);
  void forgetGlobals(const clang::FunctionDecl *Function);

  // HostClosures.cpp
  struct SavedVariable {
    const clang::VarDecl *Variable;
    std::optional<HostState::Owner> Held;
  };
  using SavedVariables = std::vector<SavedVariable>;
  /// Gives what \p Function, if it is a lambda's, captured by copy the values
  /// that \p Closure has of it. Returns those that the variables had.
  SavedVariables bindCaptures(const clang::FunctionDecl &Function,
                              const HostValue &Closure);
  void restore(SavedVariables Saved);
  bool changesRelevantGlobal(const clang::FunctionDecl &Function);
  bool mayFollow(const clang::FunctionDecl &Function);
  std::vector<HostValue> givenFunctions(const clang::FunctionDecl &Function);
  void bindParameters(const clang::FunctionDecl &Function,
                      llvm::ArrayRef<const clang::Expr *> Arguments);
  void initMembers(const clang::CXXConstructorDecl &Constructor,
                   HostPlace This);
  /// A call, or a statement expression.
  struct Execution {
    /// Its number among those of the expression around it.
    unsigned Call;
    /// What is known where it begins, and how many symbols there are then.
    HostState Before;
    unsigned Symbols;
    /// Limits the paths of the expression around it.
    unsigned MostPaths = HostChoices::MaxPaths;
  };
  HostValue finish(const Execution &Of, std::vector<HostReturn> Returns,
                   clang::QualType Type,
                   llvm::function_ref<bool(HostRoot)> IsLocal);

  clang::ASTContext &Context;
  const LostEffects &Lost;
  HostPath &Path;
  HostChanges &Changes;
  LaunchRecorder &Launches;
  HostEvaluator &Values;
  HostStatements &Statements;
  PlainCode Plain;
  /// Functions whose value takes too many steps.
  llvm::DenseSet<const clang::FunctionDecl *> TooLong;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTCALLS_H
