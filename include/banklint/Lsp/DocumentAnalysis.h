//===- DocumentAnalysis.h - One document analyzed for an editor -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the steps that the command line calls, with the texts of the editor in
// place of those on the disk: the same text has the same findings.
//
// What rarely changes is kept between the analyses of a document: the
// configuration and the compile command, until a file changes that they may
// come from. If such a file is broken, as a database is while it is written,
// the last good state is used, and a warning says so.
//
// So are results of kernels whose programs stay what they are (KnownResults.h).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_DOCUMENTANALYSIS_H
#define BANKLINT_LSP_DOCUMENTANALYSIS_H

#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Interpreter/KnownResults.h"
#include "banklint/Lsp/Facts.h"
#include "banklint/Lsp/Settings.h"
#include "banklint/Lsp/TextPositions.h"
#include "banklint/Parse/Preamble.h"

namespace banklint::lsp {

/// What to analyze.
struct AnalysisInput {
  /// Absolute.
  std::string Path;
  /// Texts by absolute path that hide those on the disk.
  std::map<std::string, std::string> Texts;
  /// As the client sent them; parseSettings reads them.
  llvm::json::Value Settings = nullptr;
  PositionEncoding Encoding = PositionEncoding::Utf16;
  /// The URL of docs/, ending in a slash; empty for none.
  std::string DocumentationUrl;
  /// What the client knows of the members of a diagnostic.
  bool HasRelated = true, HasCodeDescription = true, HasData = true;
  /// Code with errors is not parsed again with the headers of an installed
  /// toolkit, which takes long and half-typed names rarely need: see
  /// Facts::IsPreliminary.
  bool IsQuick = false;
};
llvm::json::Value toJSON(const AnalysisInput &Value);
bool fromJSON(const llvm::json::Value &Value, AnalysisInput &Result,
              llvm::json::Path Path);

class DocumentAnalysis {
public:
  /// Analyzes, and keeps the result for the queries.
  Facts analyze(AnalysisInput Input);

  /// The answer to `banklint/bankMap` at \p At of what was analyzed; null if no
  /// access is there.
  llvm::json::Value bankMap(const Position &At) const;

  /// An analysis crashed, or a thread of one still runs: what it used is in a
  /// state that nobody knows, and the process should end by `_Exit`.
  bool isWasted() const { return IsWasted; }

  /// What the next analyses load instead of parsing it.
  Preambles &preambles() { return Headers; }

  /// Results that were known from analyses before, in all analyses so far.
  uint64_t resultsTaken() const { return Known.taken(); }

private:
  bool prepareRequest(Facts &Said);
  /// Null once a thread that was given up may still use them.
  KnownResults *knownResults() { return IsWasted ? nullptr : &Known; }

  AnalysisInput Input;
  /// What Request was made from.
  std::string RequestKey;
  std::optional<AnalysisRequest> Request;
  /// Said again as long as Request is in use.
  std::vector<std::string> RequestWarnings;
  Analysis Result;
  KnownResults Known;
  Preambles Headers;
  bool IsWasted = false;
};

} // namespace banklint::lsp

#endif // BANKLINT_LSP_DOCUMENTANALYSIS_H
