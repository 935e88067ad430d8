//===- AstWalker.cpp - Visits what is inside a piece of the AST -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstWalker.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

namespace {
/// Passes on to an AstWalker what Clang's visitor calls.
class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(AstWalker &Walker) : Walker(Walker) {}

  bool shouldVisitImplicitCode() const { return Walker.EntersImplicitCode; }
  bool shouldVisitTemplateInstantiations() const {
    return Walker.EntersInstantiations;
  }
  bool VisitStmt(clang::Stmt *S) { return Walker.visitStmt(S); }
  bool VisitDecl(Decl *D) { return Walker.visitDecl(D); }
  bool dataTraverseStmtPre(clang::Stmt *S) { return Walker.enter(S); }
  bool dataTraverseStmtPost(clang::Stmt *S) {
    Walker.leave(S);
    return true;
  }

private:
  AstWalker &Walker;
};

/// Calls a function for each statement.
class StmtWalker : public AstWalker {
public:
  explicit StmtWalker(llvm::function_ref<bool(const clang::Stmt *)> Visit)
      : Visit(Visit) {}
  bool visitStmt(const clang::Stmt *S) override { return Visit(S); }

private:
  llvm::function_ref<bool(const clang::Stmt *)> Visit;
};
} // namespace

AstWalker::~AstWalker() = default;
bool AstWalker::visitStmt(const clang::Stmt *) { return true; }
bool AstWalker::visitDecl(Decl *) { return true; }
bool AstWalker::enter(const clang::Stmt *) { return true; }
void AstWalker::leave(const clang::Stmt *) {}

bool AstWalker::walk(const clang::Stmt *Root) {
  return Visitor(*this).TraverseStmt(const_cast<clang::Stmt *>(Root));
}

bool AstWalker::walk(const Decl *Root) {
  return Visitor(*this).TraverseDecl(const_cast<Decl *>(Root));
}

bool AstWalker::walk(TypeLoc Root) {
  return Visitor(*this).TraverseTypeLoc(Root);
}

void banklint::walkSource(AstWalker &Walker, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  for (const Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (D->getLocation().isValid() &&
        !Sources.isInSystemHeader(D->getLocation()))
      Walker.walk(D);
}

bool banklint::walk(const clang::Stmt *Root,
                    llvm::function_ref<bool(const clang::Stmt *)> Visit) {
  return StmtWalker(Visit).walk(Root);
}
