//===- UnitAnalysis.h - What banklint finds in a unit -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_TIDY_UNITANALYSIS_H
#define BANKLINT_LIB_TIDY_UNITANALYSIS_H

#include "banklint/Driver/Run/Analysis.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

namespace banklint {

/// The analysis of one translation unit, which its checks share: each
/// registers its options when it is created; the first that runs starts the
/// analysis.
class UnitAnalysis {
public:
  explicit UnitAnalysis(const clang::tidy::ClangTidyContext &Context)
      : Context(Context) {}

  /// Lets \p Check, by banklint's name for it, run.
  void enable(llvm::StringRef Check) { Enabled.insert(Check.str()); }
  /// \p Name is "check.Option"; see problemOfOption for \p Value.
  void setOption(llvm::StringRef Name, llvm::StringRef Value) {
    Request.CheckOptions[Name.str()] = Value.str();
  }

  /// Analyzes the unit of \p PP unless that is done.
  void run(const clang::Preprocessor &PP);

  const Analysis &found() const { return Found; }
  /// True for one of the checks: the one that reports errors.
  bool isFirst(llvm::StringRef Check) const {
    return Check == *Enabled.begin();
  }
  /// The fix that \p F may offer, or null: of an array's findings one has it.
  const PlannedFix *fixOf(const Finding &F) const;

private:
  void analyzeUnitOf(const clang::Preprocessor &PP);

  const clang::tidy::ClangTidyContext &Context;
  std::set<std::string> Enabled;
  RunOptions Request;
  bool HasRun = false;
  Analysis Found;
  /// Of Found.
  FixPlan Plan;
};

} // namespace banklint

#endif // BANKLINT_LIB_TIDY_UNITANALYSIS_H
