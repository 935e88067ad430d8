//===- SharedMemoryCheck.h - banklint's checks for clang-tidy ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_TIDY_SHAREDMEMORYCHECK_H
#define BANKLINT_LIB_TIDY_SHAREDMEMORYCHECK_H

#include "UnitAnalysis.h"
#include "clang-tidy/ClangTidyCheck.h"

namespace banklint {

/// Reports the findings of one check of banklint, whose name starts with
/// "cuda-" here.
///
/// banklint parses the source itself: the AST of clang-tidy lacks everything
/// that the missing toolkit declares, and may not be that of a device pass.
class SharedMemoryCheck : public clang::tidy::ClangTidyCheck {
public:
  static constexpr llvm::StringLiteral Prefix = "cuda-";

  SharedMemoryCheck(llvm::StringRef Name,
                    clang::tidy::ClangTidyContext *Context,
                    std::shared_ptr<UnitAnalysis> Unit);

  bool
  isLanguageVersionSupported(const clang::LangOptions &Options) const override {
    return Options.CUDA;
  }
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Stored) override;
  void registerPPCallbacks(const clang::SourceManager &Sources,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  void takeOptions();
  void tellFailures();
  void report(const Finding &F, clang::SourceManager &Sources);
  clang::SourceLocation locate(llvm::StringRef File, unsigned Offset,
                               clang::SourceManager &Sources) const;
  clang::DiagnosticBuilder tellAt(const Place &At, llvm::StringRef Message,
                                  clang::DiagnosticIDs::Level Level,
                                  clang::SourceManager &Sources);
  void addEdits(const PlannedFix &Fix, clang::SourceManager &Sources,
                clang::DiagnosticBuilder &Diagnostic) const;

  /// banklint's name of the check.
  const std::string Check;
  std::shared_ptr<UnitAnalysis> Unit;
  /// The values that clang-tidy's configuration has, by the option's name.
  std::map<std::string, std::string> Given;
  /// Set before the translation unit is parsed.
  const clang::Preprocessor *PP = nullptr;
};

} // namespace banklint

#endif // BANKLINT_LIB_TIDY_SHAREDMEMORYCHECK_H
