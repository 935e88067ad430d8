//===- ErrorCollector.h - The errors of a parse -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
#define BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H

#include "Recovery/MissingNames.h"
#include "Recovery/SourceErrors.h"
#include "Recovery/UndeclaredNames.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

namespace banklint {

/// Collects the errors, and the names that they say are missing.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  SourceErrors Errors;
  MissingNames Missing;
  UndeclaredNames Undeclared;
  /// An error was in a source, so the compiler has read it.
  bool HasPlace = false;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    HasPlace |= Info.hasSourceManager() && Info.getLocation().isValid();
    // The runtime's templates have no bodies here, and nobody links. Of some
    // warnings, such as that on `register`, Clang makes errors; it parses on as
    // if nothing was said, and nvcc accepts the code. So it does with "%laneid"
    // in the text of an asm statement, and with an alignment that is less than
    // the type's.
    if (isInInjected(Info) || isLateAlignment(Info) ||
        clang::DiagnosticIDs::isBuiltinWarningOrExtension(Info.getID()) ||
        Info.getID() == clang::diag::err_undefined_internal_type ||
        Info.getID() == clang::diag::err_asm_invalid_escape ||
        Info.getID() == clang::diag::err_alignas_underaligned)
      return;
    Errors.add(Info);
    Missing.add(Info);
    Undeclared.add(Info);
  }

private:
  /// nvcc takes `__shared__ alignas(16) float s[32]`; writtenAlignment keeps
  /// what Clang drops.
  static bool isLateAlignment(const clang::Diagnostic &Info) {
    if ((Info.getID() != clang::diag::err_attributes_not_allowed &&
         Info.getID() != clang::diag::err_attribute_not_type_attr) ||
        !Info.hasSourceManager())
      return false;
    const clang::SourceManager &Sources = Info.getSourceManager();
    return llvm::StringRef(Sources.getCharacterData(Info.getLocation()))
        .starts_with("alignas");
  }

  /// The declarations of missing names are wrong on purpose.
  static bool isInInjected(const clang::Diagnostic &Info) {
    return Info.hasSourceManager() && Info.getSourceManager()
                                          .getFilename(Info.getLocation())
                                          .ends_with(InjectedHeader);
  }
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
