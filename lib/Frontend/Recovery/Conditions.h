//===- Conditions.h - Conditions of the preprocessor ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build defines macros that the source asks for. Without them an `#error` is
// reached, or code is excluded; the conditions around it say which macros.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_CONDITIONS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_CONDITIONS_H

#include "banklint/Support/Causes.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Compiler options with which \p Directive, "#if A == 32", "#ifdef B", holds
/// if \p Holds, else does not, taken that no macro in it is defined so far.
/// Empty if none are known: macros of the compiler cannot be defined.
std::vector<std::string> optionsFor(llvm::StringRef Directive, bool Holds);

/// The directive whose '#' or keyword is at \p Place, without comments and on
/// one line, with its '#'.
std::string directiveAt(clang::SourceLocation Place,
                        const clang::SourceManager &Sources);

/// The conditions that are open while the preprocessor runs.
class OpenConditions : public clang::PPCallbacks {
public:
  explicit OpenConditions(const clang::SourceManager &Sources)
      : Sources(Sources) {}

  /// Why the `#error` at \p Place, which says \p Text, is reached.
  Cause errorDirective(clang::SourceLocation Place, llvm::StringRef Text) const;

  void If(clang::SourceLocation Loc, clang::SourceRange,
          ConditionValueKind) override {
    Chains.push_back({Loc});
  }
  void Ifdef(clang::SourceLocation Loc, const clang::Token &,
             const clang::MacroDefinition &) override {
    Chains.push_back({Loc});
  }
  void Ifndef(clang::SourceLocation Loc, const clang::Token &,
              const clang::MacroDefinition &) override {
    Chains.push_back({Loc});
  }
  void Elif(clang::SourceLocation Loc, clang::SourceRange, ConditionValueKind,
            clang::SourceLocation IfLoc) override {
    addBranch(Loc, IfLoc);
  }
  void Elifdef(clang::SourceLocation Loc, const clang::Token &,
               const clang::MacroDefinition &) override {
    addBranch(Loc, Chains.empty() ? Loc : Chains.back().front());
  }
  void Elifndef(clang::SourceLocation Loc, const clang::Token &,
                const clang::MacroDefinition &) override {
    addBranch(Loc, Chains.empty() ? Loc : Chains.back().front());
  }
  void Else(clang::SourceLocation Loc, clang::SourceLocation IfLoc) override {
    addBranch(Loc, IfLoc);
  }
  void Endif(clang::SourceLocation, clang::SourceLocation IfLoc) override {
    closeInside(IfLoc);
    if (!Chains.empty())
      Chains.pop_back();
  }

private:
  /// The keywords of the branches so far.
  using Chain = llvm::SmallVector<clang::SourceLocation, 2>;

  void addBranch(clang::SourceLocation Loc, clang::SourceLocation IfLoc) {
    closeInside(IfLoc);
    if (!Chains.empty())
      Chains.back().push_back(Loc);
  }
  /// A file may end without the `#endif` of what it opens.
  void closeInside(clang::SourceLocation IfLoc) {
    while (!Chains.empty() && Chains.back().front() != IfLoc)
      Chains.pop_back();
  }

  const clang::SourceManager &Sources;
  std::vector<Chain> Chains;
};

/// Calls \p Visit with each token of \p Skipped, what the preprocessor left out
/// of one file, if it would be compiled with other macros: not below `#if 0`,
/// and of directives only `define` and the macro's name; and with the directive
/// that excludes it.
void forEachExcluded(
    clang::SourceRange Skipped, const clang::SourceManager &Sources,
    const clang::LangOptions &Language,
    llvm::function_ref<void(const clang::Token &, clang::SourceLocation)>
        Visit);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_CONDITIONS_H
