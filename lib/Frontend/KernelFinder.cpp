//===- KernelFinder.cpp - Kernels and launches of a file ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFinder.h"
#include "clang/AST/Attr.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;
using namespace clang::ast_matchers;

namespace {
class Collector : public MatchFinder::MatchCallback {
public:
  FoundKernels Found;
  llvm::DenseSet<const FunctionDecl *> InstantiatedFrom;
  FileTraits Traits;

  void run(const MatchFinder::MatchResult &Result) override {
    if (const auto *Kernel = Result.Nodes.getNodeAs<FunctionDecl>("kernel")) {
      Found.Kernels.push_back(Kernel);
      if (const FunctionDecl *Pattern =
              Kernel->getTemplateInstantiationPattern())
        InstantiatedFrom.insert(Pattern->getCanonicalDecl());
    }
    if (const auto *Launch =
            Result.Nodes.getNodeAs<CUDAKernelCallExpr>("launch"))
      Found.Launches.push_back(Launch);
    if (const auto *Shared = Result.Nodes.getNodeAs<VarDecl>("shared")) {
      Traits.HasSharedMemory = true;
      Traits.SharedPlaces.insert(Result.SourceManager->getExpansionLoc(
          Shared->getAttr<CUDASharedAttr>()->getLocation()));
    }
    if (const auto *Device = Result.Nodes.getNodeAs<FunctionDecl>("device"))
      Traits.DeviceFunctions.push_back(Device);
  }
};
} // namespace

/// The top-level declarations that are the user's. Leaving out headers makes
/// the search cheap: they hold most of a file's declarations.
static std::vector<Decl *> userDecls(ASTContext &Context) {
  std::vector<Decl *> Result;
  const SourceManager &Sources = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() &&
        !Sources.isInSystemHeader(D->getLocation()))
      Result.push_back(D);
  return Result;
}

/// Runs \p Finder over the user's declarations.
static void matchUserDecls(MatchFinder &Finder, ASTContext &Context) {
  Context.setTraversalScope(userDecls(Context));
  Finder.matchAST(Context);
  Context.setTraversalScope({Context.getTranslationUnitDecl()});
}

FileTraits banklint::traitsOf(ASTContext &Context) {
  Collector Matches;
  MatchFinder Finder;
  Finder.addMatcher(varDecl(hasAttr(attr::CUDAShared)).bind("shared"),
                    &Matches);
  Finder.addMatcher(
      functionDecl(anyOf(hasAttr(attr::CUDAGlobal), hasAttr(attr::CUDADevice)))
          .bind("device"),
      &Matches);
  matchUserDecls(Finder, Context);
  return Matches.Traits;
}

/// The kernel's name with template arguments, and where the source defines it.
static std::string nameAndPlace(const FunctionDecl &Kernel,
                                const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Kernel.getNameForDiagnostic(OS, Context.getPrintingPolicy(),
                              /*Qualified=*/true);
  OS << '@';
  Context.getSourceManager()
      .getExpansionLoc(Kernel.getLocation())
      .print(OS, Context.getSourceManager());
  return Text;
}

FoundKernels banklint::findKernels(ASTContext &Context) {
  Collector Matches;
  MatchFinder Finder;
  Finder.addMatcher(
      functionDecl(isDefinition(), hasAttr(attr::CUDAGlobal)).bind("kernel"),
      &Matches);
  Finder.addMatcher(cudaKernelCallExpr().bind("launch"), &Matches);
  matchUserDecls(Finder, Context);
  // A header without a guard may define a kernel many times.
  llvm::StringSet<> Known;
  llvm::erase_if(Matches.Found.Kernels, [&](const FunctionDecl *Kernel) {
    return !Known.insert(nameAndPlace(*Kernel, Context)).second;
  });
  // A template that is instantiated is seen through its instantiations.
  llvm::erase_if(Matches.Found.Kernels, [&](const FunctionDecl *Kernel) {
    return Kernel->isDependentContext() &&
           Matches.InstantiatedFrom.count(Kernel->getCanonicalDecl());
  });
  return std::move(Matches.Found);
}
