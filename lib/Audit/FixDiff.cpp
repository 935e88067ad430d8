//===- FixDiff.cpp - A fix as changed lines -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixDiff.h"
#include "banklint/Output/EditedLines.h"

using namespace banklint;
namespace json = llvm::json;

// Lines around what is shown.
static constexpr unsigned ContextOfEdits = 1;
static constexpr unsigned ContextOfFindings = 4;

static json::Array arrayOf(llvm::ArrayRef<std::string> Lines) {
  json::Array Texts;
  for (const std::string &Line : Lines)
    Texts.push_back(Line);
  return Texts;
}

json::Array banklint::diffOf(const Fix &F, const SourceTexts &Sources) {
  const auto TextOf =
      [&](llvm::StringRef File) -> std::optional<llvm::StringRef> {
    if (const SourceTexts::Source *Source = Sources.find(File))
      return Source->Text;
    return std::nullopt;
  };
  json::Array Hunks;
  for (const EditedLines &Each : editedLines(F, ContextOfEdits, TextOf))
    Hunks.push_back(json::Object{{"file", json::fixUTF8(Each.File)},
                                 {"line", Each.Line},
                                 {"before", arrayOf(Each.Before)},
                                 {"after", arrayOf(Each.After)}});
  return Hunks;
}

json::Value banklint::excerptAt(const Place &At, const SourceTexts &Sources) {
  if (!At.Span.isValid())
    return nullptr;
  const unsigned Line = At.Span.Line;
  const unsigned First =
      Line > ContextOfFindings ? Line - ContextOfFindings : 1;
  json::Array Lines;
  for (unsigned I = First; I <= Line + ContextOfFindings; ++I) {
    const std::optional<std::string> Text = Sources.line(At.File, I);
    if (!Text)
      break;
    Lines.push_back(json::fixUTF8(*Text));
  }
  if (Lines.empty())
    return nullptr;
  return json::Object{{"first", First}, {"lines", std::move(Lines)}};
}
