//===- FixWriter.cpp - Fixes written to the files -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/FixWriter.h"
#include "banklint/Driver/Files/WriteFile.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
namespace fs = llvm::sys::fs;

/// A new text that lies beside its file.
struct FixWriter::Staged {
  std::string Path;
  std::string Text;
  fs::TempFile Temporary;
};

static llvm::Error fixError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

static std::string notReplaced(llvm::Error Why) {
  return "cannot be replaced: " + llvm::toString(std::move(Why));
}

/// Nothing if the file at \p Path has \p Text and may be written.
static llvm::Error checkFile(llvm::StringRef Path, llvm::StringRef Text) {
  llvm::Expected<std::string> Found = readFile(Path);
  if (!Found)
    return Found.takeError();
  if (*Found != Text)
    return fixError("has changed since it was analyzed");
  // Its folder may be writable though the file itself is not.
  if (std::error_code Code = fs::access(Path, fs::AccessMode::Write))
    return fixError("cannot be written: " + Code.message());
  return llvm::Error::success();
}

FixWriter::FixWriter(const FixPlan &Plan)
    : Plan(Plan), IsInEffect(Plan.Fixes.size()) {
  for (const PlannedFix &Fix : Plan.Fixes)
    for (const auto &[Path, Edits] : Fix.Edits) {
      File &Edited = Files[Path];
      Edited.Name = Edits.begin()->second.File;
      Edited.Text = Plan.Texts.at(Path)->Text;
    }
}

std::string FixWriter::textWith(llvm::StringRef Path,
                                const std::vector<bool> &IsWanted) const {
  return editedText(Plan.Texts.at(Path.str())->Text,
                    Plan.editsOf(Path, IsWanted));
}

/// Leaves the file at \p Path alone from now on, and so all fixes that touch
/// it.
void FixWriter::refuse(llvm::StringRef Path, llvm::StringRef Why,
                       std::vector<bool> &IsWanted) {
  File &Refused = Files[Path.str()];
  Refused.IsRefused = true;
  Errors.push_back(("'" + Refused.Name + "' " + Why).str());
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes))
    if (Fix.Edits.count(Path.str()))
      IsWanted[Number] = IsInEffect[Number];
}

/// Writes what files are to become beside them. False if one can't be written:
/// it was refused then, and \p IsWanted has changed.
bool FixWriter::stage(std::vector<bool> &IsWanted, std::vector<Staged> &Ready) {
  for (auto &[Path, Current] : Files) {
    std::string Text = textWith(Path, IsWanted);
    if (Current.IsRefused || Text == Current.Text)
      continue;
    if (llvm::Error Failure = checkFile(Path, Current.Text)) {
      refuse(Path, llvm::toString(std::move(Failure)), IsWanted);
      return false;
    }
    llvm::Expected<fs::TempFile> Temporary =
        writeBeside(Path, [&Text](llvm::raw_ostream &Stream) {
          Stream << Text;
          return llvm::Error::success();
        });
    if (!Temporary) {
      refuse(Path, notReplaced(Temporary.takeError()), IsWanted);
      return false;
    }
    Ready.push_back({Path, std::move(Text), std::move(*Temporary)});
  }
  return true;
}

/// Replaces the files. False if that went wrong with one, as in stage; others
/// may have been replaced.
bool FixWriter::replaceAll(std::vector<bool> &IsWanted,
                           std::vector<Staged> &Ready) {
  bool AreAllReplaced = true;
  for (Staged &New : Ready) {
    std::string Why;
    if (llvm::Error Failure = checkFile(New.Path, Files[New.Path].Text)) {
      llvm::consumeError(New.Temporary.discard());
      Why = llvm::toString(std::move(Failure));
    } else if (llvm::Error Failure = replaceBy(New.Path, New.Temporary)) {
      Why = notReplaced(std::move(Failure));
    }
    if (!Why.empty()) {
      refuse(New.Path, Why, IsWanted);
      AreAllReplaced = false;
    } else {
      Files[New.Path].Text = std::move(New.Text);
    }
  }
  return AreAllReplaced;
}

void FixWriter::write(std::vector<bool> IsWanted) {
  // Each round but the last refuses a file.
  for (;;) {
    std::vector<Staged> Ready;
    const bool IsReady = stage(IsWanted, Ready);
    if (IsReady && replaceAll(IsWanted, Ready))
      break;
    if (!IsReady)
      for (Staged &New : Ready)
        llvm::consumeError(New.Temporary.discard());
  }
  IsInEffect = std::move(IsWanted);
}

bool FixWriter::isAnyInEffect() const {
  return llvm::is_contained(IsInEffect, true);
}

unsigned FixWriter::changedFiles() const {
  return llvm::count_if(Files, [this](const auto &Item) {
    return Item.second.Text != Plan.Texts.at(Item.first)->Text;
  });
}

bool FixWriter::isUntouchedSince() const {
  return llvm::all_of(Files, [](const auto &Item) {
    if (Item.second.IsRefused)
      return true;
    llvm::Expected<std::string> Found = readFile(Item.first);
    if (Found)
      return *Found == Item.second.Text;
    llvm::consumeError(Found.takeError());
    return false;
  });
}

unsigned FixWriter::offsetNow(llvm::StringRef Path, unsigned Offset) const {
  return offsetAfter(Plan.editsOf(Path, IsInEffect), Offset);
}
