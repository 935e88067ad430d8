//===- SharedMemoryCheck.cpp - banklint's checks for clang-tidy -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryCheck.h"
#include "banklint/Checks/CheckOptions.h"
#include "banklint/Driver/Config/Config.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using clang::CharSourceRange;
using clang::DiagnosticBuilder;
using clang::DiagnosticIDs;
using clang::FixItHint;
using clang::SourceLocation;
using clang::SourceManager;

SharedMemoryCheck::SharedMemoryCheck(llvm::StringRef Name,
                                     clang::tidy::ClangTidyContext *Context,
                                     std::shared_ptr<UnitAnalysis> Shared)
    : ClangTidyCheck(Name, Context), Check(Name.drop_front(Prefix.size())),
      Unit(std::move(Shared)) {
  Unit->enable(Check);
  takeOptions();
}

/// What clang-tidy does not say is left to banklint's configuration files.
void SharedMemoryCheck::takeOptions() {
  for (const auto &Known : defaultCheckOptions()) {
    const std::string &Name = Known.first;
    llvm::StringRef Local = Name;
    if (!Local.consume_front(Check) || !Local.consume_front("."))
      continue;
    const std::optional<llvm::StringRef> Value = Options.get(Local);
    if (!Value)
      continue;
    if (!problemOfOption(Name, *Value).empty()) {
      configurationDiag("invalid configuration value '%0' for option '%1'")
          << *Value << (Prefix + Name).str();
      continue;
    }
    Given[Name] = Value->str();
    Unit->setOption(Name, *Value);
  }
}

void SharedMemoryCheck::storeOptions(
    clang::tidy::ClangTidyOptions::OptionMap &Stored) {
  for (const auto &[Name, Default] : defaultCheckOptions()) {
    llvm::StringRef Local = Name;
    if (!Local.consume_front(Check) || !Local.consume_front("."))
      continue;
    const auto Value = Given.find(Name);
    Options.store(
        Stored, Local,
        llvm::StringRef(Value == Given.end() ? Default : Value->second));
  }
}

void SharedMemoryCheck::registerPPCallbacks(const SourceManager &,
                                            clang::Preprocessor *Own,
                                            clang::Preprocessor *) {
  PP = Own;
}

void SharedMemoryCheck::registerMatchers(
    clang::ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void SharedMemoryCheck::check(
    const clang::ast_matchers::MatchFinder::MatchResult &Result) {
  Unit->run(*PP);
  if (Unit->isFirst(Check))
    tellFailures();
  for (const Finding &F : Unit->found().Result.Findings)
    if (F.Check == Check)
      report(F, *Result.SourceManager);
}

/// Errors, so that no silence passes for a clean file.
void SharedMemoryCheck::tellFailures() {
  for (const RunMessage &Message : Unit->found().Messages)
    if (Message.Kind == MessageKind::Error)
      diag("%0", DiagnosticIDs::Error) << Message.Text;
  for (const FileReport &File : Unit->found().Result.Files)
    if (File.Status == FileStatus::Failed)
      diag("banklint could not analyze '%0': %1", DiagnosticIDs::Error)
          << File.File << File.FailureReason;
}

/// Byte \p Offset of the file that the report calls \p File, or no place if
/// that can't be opened, as the headers that banklint embeds.
SourceLocation SharedMemoryCheck::locate(llvm::StringRef File, unsigned Offset,
                                         SourceManager &Sources) const {
  const SourceTexts::Source *Source = Unit->found().Sources.find(File);
  if (!Source)
    return {};
  const auto Entry =
      Sources.getFileManager().getOptionalFileRef(Source->AbsolutePath);
  if (!Entry)
    return {};
  const clang::FileID ID =
      Sources.getOrCreateFileID(*Entry, clang::SrcMgr::C_User);
  return Sources.getLocForStartOfFile(ID).getLocWithOffset(Offset);
}

DiagnosticBuilder SharedMemoryCheck::tellAt(const Place &At,
                                            llvm::StringRef Message,
                                            DiagnosticIDs::Level Level,
                                            SourceManager &Sources) {
  SourceLocation Begin;
  if (At.Span.isValid())
    Begin = locate(At.File, At.Span.Offset, Sources);
  DiagnosticBuilder Diagnostic = diag(Begin, "%0", Level);
  Diagnostic << Message;
  if (Begin.isValid() && At.Span.Length)
    Diagnostic << CharSourceRange::getCharRange(
        Begin, Begin.getLocWithOffset(At.Span.Length));
  return Diagnostic;
}

void SharedMemoryCheck::addEdits(const PlannedFix &Fix, SourceManager &Sources,
                                 DiagnosticBuilder &Diagnostic) const {
  for (const TextEdit &Edit : Fix.Chosen->Edits) {
    const SourceLocation Begin = locate(Edit.File, Edit.Offset, Sources);
    if (Begin.isValid())
      Diagnostic << FixItHint::CreateReplacement(
          CharSourceRange::getCharRange(Begin,
                                        Begin.getLocWithOffset(Edit.Length)),
          Edit.Text);
  }
}

/// An automatic fix is the warning's, which --fix applies; a suggested one is
/// that of the note that describes it, which --fix-notes applies, so that this
/// note is shown though it may be a detail.
void SharedMemoryCheck::report(const Finding &F, SourceManager &Sources) {
  const PlannedFix *Planned = Unit->fixOf(F);
  const bool IsAutomatic =
      Planned && Planned->Chosen->Safety == FixSafety::Automatic;
  {
    DiagnosticBuilder Diagnostic =
        tellAt(F.At, F.Message, DiagnosticIDs::Warning, Sources);
    if (IsAutomatic)
      addEdits(*Planned, Sources, Diagnostic);
  }
  bool IsOffered = !Planned || IsAutomatic;
  for (const Note &N : F.Notes) {
    const bool IsOffer =
        !IsOffered && N.Fix && &F.Fixes[*N.Fix] == Planned->Chosen;
    if (N.IsDetail && !IsOffer)
      continue;
    DiagnosticBuilder Diagnostic =
        tellAt(N.At, N.Message, DiagnosticIDs::Note, Sources);
    if (!IsOffer)
      continue;
    addEdits(*Planned, Sources, Diagnostic);
    IsOffered = true;
  }
}
