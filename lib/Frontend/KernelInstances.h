//===- KernelInstances.h - Instantiations asked for -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel template that no code instantiates has no sizes and types. Comments
// (Annotations.h) and options name template arguments for it. Behind the body
// of the template, the preprocessor is made to return
//
//   static const auto banklint_instance_0 = &kernel<float, 128>;
//
// which instantiates it, in the scope of the template and in the same parse. An
// error in the arguments is at the comment, or at the template.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_KERNELINSTANCES_H
#define BANKLINT_LIB_FRONTEND_KERNELINSTANCES_H

#include "banklint/Frontend/Frontend.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include <deque>

namespace banklint {

class KernelInstances {
public:
  /// Those of options.
  void setNamed(llvm::ArrayRef<KernelInstance> Instances) { Named = Instances; }
  /// At \p Place in the comment \p Comment, which the preprocessor skips, stand
  /// \p Arguments, "<float, 128>", for the template that it belongs to.
  void request(clang::SourceLocation Comment, clang::SourceLocation Place,
               std::string Arguments);
  /// \p Macros has returned \p T.
  void onToken(const clang::Token &T, clang::Preprocessor &Macros);

  /// True if \p Error is about what was asked for; it is one of problems().
  bool takeError(const clang::Diagnostic &Error);
  /// A note behind some other error.
  void takeNote(const clang::Diagnostic &Note);

  /// Whether \p Comment asked for \p Kernel.
  bool isRequested(clang::SourceLocation Comment,
                   const clang::FunctionDecl &Kernel) const;

  /// Whether the compiler has refused \p Kernel, which was asked for: what is
  /// left of it is not the program's.
  bool isRefused(const clang::FunctionDecl &Kernel) const;

  /// Whether one of problems() is of \p Comment.
  bool hasProblem(clang::SourceLocation Comment) const;
  /// What is wrong with what was asked for, and where.
  std::vector<std::pair<clang::SourceLocation, std::string>> problems() const;

private:
  struct Request {
    /// Invalid for those of options, whose place is the end of the template.
    clang::SourceLocation Comment;
    clang::SourceLocation Place;
    std::string Arguments;
    /// Of the variable that instantiates it, and the template; none before
    /// that.
    std::optional<unsigned> Number;
    std::string Kernel;
    /// The declaration; tokens refer to it.
    std::string Text;
    /// The compiler's first error.
    std::string Error;
  };
  /// What was seen of a declaration.
  struct Declaration {
    bool IsTemplate = false;
    bool IsKernel = false;
    bool IsInAttribute = false;
    std::string Name;
    /// The name that was just read, or "".
    std::string Last;
    /// Of parentheses and brackets, and of lists in angle brackets.
    unsigned Nesting = 0;
    unsigned Angles = 0;
    /// Those of the template have been read.
    bool HasParameters = false;
  };

  bool isFor(const Request &Of, const clang::FunctionDecl &Kernel) const;
  void onDeclarationToken(const clang::Token &T);
  void beginBody();
  void instantiate(Request &Of, clang::Preprocessor &Macros,
                   llvm::SmallVectorImpl<clang::Token> &Tokens);
  void endBody(const clang::Token &Brace, clang::Preprocessor &Macros);

  llvm::ArrayRef<KernelInstance> Named;
  /// Does not move its elements, which tokens refer to.
  std::deque<Request> Requests;
  /// Of Requests, those before the declaration that is being read.
  size_t FirstPending = 0;
  Declaration Current;
  /// The name of the template whose body is being read, or "", and how many
  /// braces of it are open.
  std::string Body;
  unsigned Braces = 0;
  /// Behind the last of Requests that stands before the body.
  std::optional<size_t> LastPending;
  unsigned Numbers = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_KERNELINSTANCES_H
