//===- Finding.h - What banklint tells a person -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are plain data: text and places, no AST, no analysis. Paths are as
// given on the command line or in the compilation database.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_FINDING_H
#define BANKLINT_CHECKS_FINDING_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

struct Place {
  std::string File;
  /// File index unused; Line 0 means no place.
  SourceSpan Span;
};

struct Note {
  Place At;
  std::string Message;
};

struct TextEdit {
  std::string File;
  /// Bytes.
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct Fix {
  std::string Description;
  /// May be applied without reading the code.
  bool IsSafe = false;
  std::vector<TextEdit> Edits;
};

enum class Severity { Warning, Error };

struct Finding {
  std::string Check;
  Severity Level = Severity::Warning;
  Place At;
  /// Lower-case start, no final period.
  std::string Message;
  std::vector<Note> Notes;
  std::vector<Fix> Fixes;
  /// For --explain: the worst request.
  std::optional<Witness> Worst;
  /// Of Worst.
  RequestCost Cost;
};

} // namespace banklint

#endif // BANKLINT_CHECKS_FINDING_H
