//===- CheckFile.cpp - What an editor would show of a file ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/CheckFile.h"
#include "banklint/Lsp/DocumentAnalysis.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;

static constexpr int ExitFailure = 2;

static std::string spell(const Position &At) {
  return std::to_string(At.Line + 1) + ":" + std::to_string(At.Character + 1);
}

static std::string spell(const Range &At) {
  return spell(At.Start) + "-" + spell(At.End);
}

static Range rangeOf(const json::Object &Of) {
  Range At;
  json::Path::Root Root;
  if (const json::Value *Value = Of.get("range"))
    fromJSON(*Value, At, Root);
  return At;
}

/// \p Text, each line indented.
static void printIndented(llvm::StringRef Text, llvm::raw_ostream &Out) {
  Text = Text.rtrim();
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Out << "    " << Line << '\n';
    Text = Rest;
  }
}

static void printEdits(llvm::ArrayRef<FileEdits> Edits,
                       llvm::raw_ostream &Out) {
  for (const FileEdits &Of : Edits)
    for (const lsp::TextEdit &Edit : Of.Edits)
      Out << "    " << llvm::sys::path::filename(Of.Path) << ':'
          << spell(Edit.Range) << ": "
          << json::Value(json::fixUTF8(Edit.NewText)) << '\n';
}

static void printDiagnostics(const Facts &Said, llvm::raw_ostream &Out) {
  for (const json::Value &Each : Said.Diagnostics) {
    const json::Object &Object = *Each.getAsObject();
    Out << "diagnostic " << spell(rangeOf(Object)) << ": "
        << Object.getString("message").value_or("") << " ["
        << Object.getString("code").value_or("") << "]\n";
    const json::Array *Related = Object.getArray("relatedInformation");
    if (!Related)
      continue;
    for (const json::Value &Note : *Related) {
      const json::Object &One = *Note.getAsObject();
      Out << "    related " << spell(rangeOf(*One.getObject("location")))
          << ": " << One.getString("message").value_or("") << '\n';
    }
  }
}

static void print(const Facts &Said, const Settings &Given,
                  llvm::raw_ostream &Out) {
  printDiagnostics(Said, Out);
  for (const ActionFact &Action : Said.Actions) {
    Out << "action " << spell(Action.Range) << ": " << Action.Title
        << (Action.IsPreferred ? " (preferred)" : "") << '\n';
    printEdits(Action.Edits, Out);
  }
  if (!Said.FixAll.empty()) {
    Out << "fix all\n";
    printEdits(Said.FixAll, Out);
  }
  for (const HintFact &Hint : Said.Hints)
    if (Given.showsHint(Hint.IsNotable))
      Out << "hint " << spell(Hint.At) << ": " << Hint.Label << '\n';
  for (const LensFact &Lens : Said.Lenses) {
    if (!Given.CodeLens)
      break;
    Out << "lens " << spell(Lens.Range) << ": " << Lens.Title << '\n';
    printIndented(Lens.Detail, Out);
  }
  for (const HoverFact &Hover : Said.Hovers) {
    Out << "hover " << spell(Hover.Range) << '\n';
    printIndented(Hover.Markdown, Out);
  }
}

CheckOutcome banklint::lsp::checkFile(llvm::StringRef File,
                                      json::Value FromClient,
                                      llvm::StringRef DocumentationUrl,
                                      llvm::raw_ostream &Out,
                                      llvm::raw_ostream &Err) {
  const auto Fail = [&](const llvm::Twine &Why) {
    Err << "banklint-lsp: error: " << File << ": " << Why << '\n';
    return ExitFailure;
  };
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return {Fail(Text.getError().message())};
  // The caller has told what is wrong with them.
  std::vector<std::string> Known;
  const Settings Given = parseSettings(FromClient, Known);
  AnalysisInput Input;
  Input.Path = Path.str().str();
  Input.Texts[Input.Path] = (*Text)->getBuffer().str();
  Input.Settings = std::move(FromClient);
  Input.DocumentationUrl = DocumentationUrl.str();
  DocumentAnalysis Document;
  const Facts Said = Document.analyze(std::move(Input));
  for (const std::string &Warning : Said.Warnings)
    Err << "banklint-lsp: warning: " << Warning << '\n';
  print(Said, Given, Out);
  for (const HintFact &Hint : Said.Hints) {
    const json::Value Map = Document.bankMap(Hint.At);
    if (const json::Object *Object = Map.getAsObject())
      Out << "bank map " << spell(Hint.At) << ": "
          << Object->getString("title").value_or("") << ", "
          << Object->getArray("requests")->size() << " requests\n";
  }
  CheckOutcome Outcome{0, Document.isWasted()};
  if (!Said.IsAnalyzed)
    Outcome.Status = Fail(Said.Problem);
  return Outcome;
}
