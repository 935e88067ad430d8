//===- Facts.h - What an editor can be shown --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that an analysis says about one document, with its places as the client
// counts them: an analysis makes it once, and the server answers requests from
// it. It crosses from the process of the analysis as JSON.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_FACTS_H
#define BANKLINT_LSP_FACTS_H

#include "banklint/Lsp/Protocol.h"

namespace banklint::lsp {

struct FileEdits {
  /// Absolute.
  std::string Path;
  /// In the order of their places; no two overlap.
  std::vector<TextEdit> Edits;
};

/// A code action.
struct ActionFact {
  /// It is offered where a request touches this.
  lsp::Range Range;
  /// The diagnostic that it makes go away, by its number.
  std::optional<int64_t> Diagnostic;
  std::string Title;
  /// A padding and the like that cannot change what the program computes.
  bool IsPreferred = false;
  std::vector<FileEdits> Edits;
};

struct HoverFact {
  lsp::Range Range;
  std::string Markdown;
};

struct HintFact {
  Position At;
  std::string Label;
  std::string Tooltip;
  /// False if all is known and nothing is lost.
  bool IsNotable = true;
};

/// A kernel.
struct LensFact {
  lsp::Range Range;
  std::string Title;
  /// Its launches, a line each.
  std::string Detail;
};

struct Facts {
  /// The document was analyzed; else Problem says why not.
  bool IsAnalyzed = false;
  std::string Problem;
  /// An analysis that is not quick may say something else
  /// (AnalysisInput::IsQuick).
  bool IsPreliminary = false;
  /// The analysis went on though something is wrong outside of the document.
  std::vector<std::string> Warnings;
  /// The absolute paths of all files that were read.
  std::vector<std::string> FilesRead;
  /// Set by readHead: there are diagnostics, read or not.
  bool HasDiagnostics = false;
  /// As the protocol has them.
  std::vector<llvm::json::Value> Diagnostics;
  std::vector<ActionFact> Actions;
  /// The automatic fixes of the document's findings together.
  std::vector<FileEdits> FixAll;
  std::vector<HoverFact> Hovers;
  std::vector<HintFact> Hints;
  std::vector<LensFact> Lenses;
};

/// Facts on their way between processes: texts in JSON. They are large and made
/// with each key that is typed, so that whoever gets them reads no more than he
/// needs.
struct FactTexts {
  /// All that is not in the others.
  std::string Head;
  /// Facts::Diagnostics, as an array.
  std::string Diagnostics;
  /// What editors ask for after the diagnostics: from Actions on.
  std::string Details;
};

FactTexts textsOf(const Facts &Said);
/// Sets what Head has; false if it is no such text.
bool readHead(llvm::StringRef Head, Facts &Result);
/// Sets all the rest; false if one of them is no such text.
bool readRest(const FactTexts &Texts, Facts &Result);

} // namespace banklint::lsp

#endif // BANKLINT_LSP_FACTS_H
