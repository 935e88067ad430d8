//===- WholeKernels.cpp - Kernels that no error concerns ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeKernels.h"
#include "Ast/AstWalker.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;

/// Adds the functions that \p Body names to \p Found.
static void addNamed(const Stmt *Body,
                     llvm::SetVector<const FunctionDecl *> &Found) {
  const auto Add = [&Found](const Decl *Named) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Named))
      Found.insert(Function);
  };
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(Body))
    Add(Ref->getDecl());
  for (const MemberExpr *Member : nodesIn<MemberExpr>(Body))
    Add(Member->getMemberDecl());
  for (const CXXConstructExpr *Made : nodesIn<CXXConstructExpr>(Body))
    Add(Made->getConstructor());
}

/// True if \p Kernel or a function that it may call has an error.
static bool mayLackCode(const FunctionDecl &Kernel, const SourceErrors &Errors,
                        const SourceManager &Sources) {
  llvm::SetVector<const FunctionDecl *> Functions;
  Functions.insert(&Kernel);
  for (size_t I = 0; I != Functions.size(); ++I) {
    const FunctionDecl *Body = nullptr;
    if (!Functions[I]->hasBody(Body))
      continue;
    if (Errors.countIn(Sources, Body->getBeginLoc(), Body->getEndLoc()))
      return true;
    addNamed(Body->getBody(), Functions);
  }
  return false;
}

std::vector<SourceSpan>
banklint::wholeKernels(llvm::ArrayRef<const FunctionDecl *> Kernels,
                       llvm::ArrayRef<const FunctionDecl *> Functions,
                       const SourceErrors &Errors,
                       const SourceManager &Sources) {
  std::vector<SourceSpan> Result;
  std::vector<SourceRange> Bodies;
  for (const FunctionDecl *Function : Functions)
    if (Function->doesThisDeclarationHaveABody())
      Bodies.push_back(Function->getBody()->getSourceRange());
  if (Sources.getDiagnostics().hasFatalErrorOccurred() ||
      !Errors.areAllIn(Sources, Bodies))
    return Result;
  for (const FunctionDecl *Kernel : Kernels) {
    // `__global__` is a macro.
    const SourceLocation Begin = Sources.getExpansionLoc(Kernel->getBeginLoc());
    const SourceLocation End = Kernel->getEndLoc();
    if (Kernel->isDependentContext() || Kernel->isTemplateInstantiation() ||
        End.isMacroID() || !Sources.isInMainFile(Begin) ||
        !Sources.isInMainFile(End) || mayLackCode(*Kernel, Errors, Sources))
      continue;
    SourceSpan Text;
    Text.Line = Sources.getSpellingLineNumber(Begin);
    Text.Column = Sources.getSpellingColumnNumber(Begin);
    Text.Offset = Sources.getFileOffset(Begin);
    Text.Length = Sources.getFileOffset(End) + 1 - Text.Offset;
    Result.push_back(Text);
  }
  return Result;
}
