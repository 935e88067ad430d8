//===- ErrorCollector.h - The errors of a parse -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
#define BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H

#include "Recovery/CompilerDifferences.h"
#include "Recovery/MissingNames.h"
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

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  /// The last error is among Errors.
  bool IsLastKept = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
