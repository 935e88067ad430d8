//===- Annotations.h - Launches that comments state -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "// banklint: block=32,8 n=256" above a kernel or on its line;
// docs/launches.md describes the form.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_ANNOTATIONS_H
#define BANKLINT_LIB_FRONTEND_ANNOTATIONS_H

#include "KernelInstances.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Collects the annotations while the preprocessor runs, then attaches them.
class Annotations : public clang::CommentHandler {
public:
  bool HandleComment(clang::Preprocessor &Preprocessor,
                     clang::SourceRange Comment) override;

  /// Those that comments ask for, and other ones.
  KernelInstances &instances() { return Instances; }

  /// Adds the launches that comments state for \p Kernel to \p Program, and
  /// what is wrong with them to \p Problems.
  void attach(const clang::FunctionDecl &Kernel,
              const clang::SourceManager &Sources,
              const clang::LangOptions &Language, KernelProgram &Program,
              std::vector<SourceProblem> &Problems);
  /// Adds the annotations that no kernel took, and comments that seem to be
  /// meant as some, to \p Problems. Kernels without
  /// shared memory, \p Others, may have some.
  void finish(llvm::ArrayRef<const clang::FunctionDecl *> Others,
              const clang::SourceManager &Sources,
              const clang::LangOptions &Language,
              std::vector<SourceProblem> &Problems);

private:
  struct Annotation {
    clang::SourceLocation Begin, End;
    /// What follows "banklint:".
    std::string Text;
    /// It asks for instantiations, which what else it says is of.
    bool HasInstances = false;
    /// Where the names stand that the following declaration may have; found
    /// when first needed.
    std::optional<llvm::DenseSet<unsigned>> NamesBehind;
    bool IsTaken = false;
  };

  bool belongsTo(Annotation &A, const clang::FunctionDecl &Kernel,
                 const clang::SourceManager &Sources,
                 const clang::LangOptions &Language);

  std::vector<Annotation> Found;
  KernelInstances Instances;
  /// Comments that are written almost like an annotation.
  std::vector<clang::SourceLocation> NearMisses;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ANNOTATIONS_H
