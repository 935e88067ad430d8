//===- ExportFixes.cpp - Fixes for clang-apply-replacements ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/ExportFixes.h"
#include "banklint/Commands/FileNames.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using clang::tooling::Diagnostic;
using clang::tooling::DiagnosticMessage;
using clang::tooling::TranslationUnitDiagnostics;

static std::string workingFolder() {
  llvm::SmallString<256> Folder;
  // Without one, paths stay as they are.
  (void)llvm::sys::fs::current_path(Folder);
  return Folder.str().str();
}

/// A ".." stays: a symbolic link may precede it.
static std::string pathOf(llvm::StringRef Name, const SourceTexts &Sources) {
  llvm::SmallString<256> Path(absolutePath(Sources.pathOf(Name)));
  llvm::sys::path::remove_dots(Path);
  return Path.str().str();
}

static DiagnosticMessage messageAt(const Place &At, llvm::StringRef Text,
                                   const SourceTexts &Sources) {
  DiagnosticMessage Message(llvm::json::fixUTF8(Text));
  Message.FilePath = pathOf(At.File, Sources);
  Message.FileOffset = At.Span.Offset;
  if (At.Span.Length) {
    clang::tooling::FileByteRange Range;
    Range.FilePath = Message.FilePath;
    Range.FileOffset = At.Span.Offset;
    Range.Length = At.Span.Length;
    Message.Ranges.push_back(Range);
  }
  return Message;
}

/// The plan's edits don't contradict each other, so that adding them can't
/// fail.
static void addEdits(const PlannedFix &Fix, DiagnosticMessage &Message) {
  for (const auto &[Path, Edits] : Fix.Edits)
    for (const TextEdit &Edit : llvm::make_second_range(Edits))
      llvm::cantFail(
          Message.Fix[Path].add({Path, Edit.Offset, Edit.Length, Edit.Text}));
}

void banklint::exportFixes(const Report &R, const FixPlan &Plan,
                           const SourceTexts &Sources, llvm::raw_ostream &OS) {
  const std::string Folder = workingFolder();
  TranslationUnitDiagnostics Unit;
  if (!R.Files.empty())
    Unit.MainSourceFile = pathOf(R.Files.front().File, Sources);
  for (const Finding &F : R.Findings) {
    Diagnostic D(F.Check,
                 F.Level == Severity::Error ? Diagnostic::Error
                                            : Diagnostic::Warning,
                 Folder);
    D.Message = messageAt(F.At, F.Message, Sources);
    for (const PlannedFix &Fix : Plan.Fixes)
      if (Fix.For == &F)
        addEdits(Fix, D.Message);
    for (const Note *N : notesOf(F))
      if (N->At.Span.isValid())
        D.Notes.push_back(messageAt(N->At, N->Message, Sources));
    Unit.Diagnostics.push_back(std::move(D));
  }
  llvm::yaml::Output Yaml(OS);
  Yaml << Unit;
}
