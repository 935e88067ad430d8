//===- AstWalker.h - Visits what is inside a piece of the AST ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's RecursiveASTVisitor without being a template: instantiating that
// takes seconds of compile time, and one instantiation serves all users. Nodes
// come in its order, outer ones before those inside of them, and what it enters
// is entered: declarations in statements, bodies of lambdas, extents in types.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_ASTWALKER_H
#define BANKLINT_LIB_FRONTEND_AST_ASTWALKER_H

#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace banklint {

/// A base of classes that visit nodes. Classes of nodes are told apart by
/// dyn_cast.
class AstWalker {
public:
  virtual ~AstWalker();

  /// Visits \p Root, which may be null, and what is inside of it. A visit that
  /// returns false ends the walk, which returns false then.
  bool walk(const clang::Stmt *Root);
  bool walk(const clang::Decl *Root);
  bool walk(clang::TypeLoc Root);

  virtual bool visitStmt(const clang::Stmt *S);
  virtual bool visitDecl(clang::Decl *D);
  /// Called before \p S is visited: false leaves it out, with all that is
  /// inside of it.
  virtual bool enter(const clang::Stmt *S);
  /// Called behind all that is inside of \p S, if that was entered.
  virtual void leave(const clang::Stmt *S);

  /// Whether the walk enters what Clang adds to the source, such as defaulted
  /// functions and the variables of a range-based for.
  bool EntersImplicitCode = false;
  /// Whether it enters instantiations behind their template.
  bool EntersInstantiations = false;
};

/// Walks all declarations of the source but those in headers of the system,
/// which are most, and those that are not loaded yet. A visit that returns
/// false ends the walk of one of them.
void walkSource(AstWalker &Walker, const clang::ASTContext &Context);

/// Visits the statements and expressions in \p Root as AstWalker does.
bool walk(const clang::Stmt *Root,
          llvm::function_ref<bool(const clang::Stmt *)> Visit);

/// The statements or expressions of class \p Node in \p Root.
template <typename Node>
std::vector<const Node *> nodesIn(const clang::Stmt *Root) {
  std::vector<const Node *> Found;
  walk(Root, [&Found](const clang::Stmt *S) {
    if (const auto *Wanted = llvm::dyn_cast<Node>(S))
      Found.push_back(Wanted);
    return true;
  });
  return Found;
}

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_ASTWALKER_H
