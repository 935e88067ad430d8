//===- Settings.h - What the user of an editor sets -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The settings of the client, in `initializationOptions`, in
// workspace/didChangeConfiguration, or as the answer to workspace/configuration
// for the section "banklint". docs/editors.md describes them. `.banklint` files
// hold as they do for the command line; what is set here is stronger.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_SETTINGS_H
#define BANKLINT_LSP_SETTINGS_H

#include "banklint/Driver/Config/Options.h"
#include "llvm/Support/JSON.h"

namespace banklint::lsp {

enum class HintMode { Off, Conflicts, All };

struct Settings {
  /// Those of the command line, without sources.
  RunOptions Run;
  /// By the clock, after the last edit, before the analysis starts.
  std::chrono::milliseconds DiagnosticsDelay{0};
  /// For a whole analysis, by the clock; then it is ended.
  std::chrono::seconds HardTimeLimit{60};
  /// Of one document; a note says if there are more.
  unsigned MaxDiagnostics = 500;
  /// Address space of an analysis in MiB; 0 means no limit.
  unsigned MemoryLimit = 4096;
  HintMode InlayHints = HintMode::Conflicts;
  bool CodeLens = true;

  /// HintFact::IsNotable decides on some hints.
  bool showsHint(bool IsNotable) const {
    return InlayHints == HintMode::All ||
           (InlayHints == HintMode::Conflicts && IsNotable);
  }
};

/// Reads \p Value, an object or null. A setting that is not valid keeps its
/// default, and \p Problems gets a sentence that names it.
Settings parseSettings(const llvm::json::Value &Value,
                       std::vector<std::string> &Problems);

} // namespace banklint::lsp

#endif // BANKLINT_LSP_SETTINGS_H
