//===- ErrorCollector.h - The errors of a parse -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
#define BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H

#include "KernelInstances.h"
#include "Recovery/CompilerDifferences.h"
#include "Recovery/Conditions.h"
#include "Recovery/MissingNames.h"
#include "Recovery/ParseCauses.h"
#include "Recovery/SourceErrors.h"
#include "Recovery/UndeclaredNames.h"
#include "clang/Basic/Diagnostic.h"

namespace banklint {

/// Collects the errors, and the names that they say are missing.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  SourceErrors Errors;
  /// These, and where code has templates instantiated that they are in: Clang
  /// may drop that.
  SourceErrors Dropping;
  MissingNames Missing;
  UndeclaredNames Undeclared;
  CompilerDifferences Differences;
  /// An error was in a source, so the compiler has read it.
  bool HasPlace = false;
  /// What the errors so far say of what is behind them.
  std::vector<Cause> Causes;
  /// The first error, for when nothing else is behind it.
  Cause First;
  /// Those of the preprocessor that reads the source; null if it is not known.
  const OpenConditions *Conditions = nullptr;
  /// What takes errors before they are collected; may be null.
  KernelInstances *Instances = nullptr;

  void BeginSourceFile(const clang::LangOptions &Language,
                       const clang::Preprocessor *) override {
    MayBeCxx20 = Language.CPlusPlus && !Language.CPlusPlus20;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  void addCause(const clang::Diagnostic &Error);

  /// The last error is among Errors.
  bool IsLastKept = false;
  /// It is not about a name that lacks a declaration, and need not be one for a
  /// parse that mends Differences.
  bool IsLastMendable = false;
  /// The source is parsed as an earlier standard than C++20, and no error says
  /// so.
  bool MayBeCxx20 = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
