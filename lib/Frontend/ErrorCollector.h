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
#include <map>
#include <string>
#include <utility>

namespace banklint {

/// Functions that are declared without `__device__` and defined with it, by the
/// file and the byte of the declaration's name, and whether the definition says
/// `__host__`, too. For nvcc the definition counts.
using LaterAttributes = std::map<std::pair<std::string, unsigned>, bool>;

/// Collects the errors, and the names that they say are missing.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  SourceErrors Errors;
  MissingNames Missing;
  UndeclaredNames Undeclared;
  LaterAttributes DeviceLater;
  /// An error was in a source, so the compiler has read it.
  bool HasPlace = false;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level == clang::DiagnosticsEngine::Note)
      addEarlierDeclaration(Info);
    if (Level < clang::DiagnosticsEngine::Error)
      return;
    IsForBoth = Info.getID() == clang::diag::err_cuda_ovl_target;
    IsForDevice = Info.getID() == clang::diag::err_member_decl_does_not_match;
    HasPlace |= Info.hasSourceManager() && Info.getLocation().isValid();
    // The runtime's templates have no bodies here, and nobody links. Of some
    // warnings, such as that on `register`, Clang makes errors; it parses on as
    // if nothing was said, and nvcc accepts the code. So it does with "%laneid"
    // in the text of an asm statement, and with an alignment that is less than
    // the type's.
    if (isInInjected(Info) || isLateAlignment(Info) || isSharedLocal(Info) ||
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
  /// An error says that a definition does not fit, and \p Note which
  /// declaration it may be of.
  void addEarlierDeclaration(const clang::Diagnostic &Note) {
    if ((!IsForBoth && !IsForDevice) || !Note.hasSourceManager() ||
        Note.getLocation().isInvalid())
      return;
    const clang::SourceManager &Sources = Note.getSourceManager();
    const auto [File, Offset] =
        Sources.getDecomposedExpansionLoc(Note.getLocation());
    DeviceLater.try_emplace(
        {Sources.getFilename(Note.getLocation()).str(), Offset}, IsForBoth);
  }

  /// nvcc takes `__device__ __shared__ float s[32]` in a function, where the
  /// first specifier means nothing.
  static bool isSharedLocal(const clang::Diagnostic &Info) {
    if (Info.getID() != clang::diag::err_cuda_nonstatic_constdev ||
        !Info.hasSourceManager())
      return false;
    const clang::SourceManager &Sources = Info.getSourceManager();
    const auto [File, Offset] =
        Sources.getDecomposedExpansionLoc(Info.getLocation());
    const llvm::StringRef Text = Sources.getBufferData(File);
    const size_t Begin = Text.take_front(Offset).find_last_of(";{}") + 1;
    return Text.slice(Begin, Text.find_first_of(";{}", Offset))
        .contains("__shared__");
  }

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

  /// The last error was that a definition is for host and device, or may be
  /// that it is for the device, and its declaration is not.
  bool IsForBoth = false;
  bool IsForDevice = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ERRORCOLLECTOR_H
