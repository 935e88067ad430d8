//===- FixWriter.cpp - Fixes written to the files -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/FixWriter.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <unistd.h>

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

/// Brings the bytes to the disk, so that no crash of the machine leaves an
/// empty file behind. File systems that can't do that are not to blame.
static std::error_code synchronize(int File) {
  if (fsync(File) == 0 || errno == EINVAL || errno == ENOTSUP)
    return {};
  return std::error_code(errno, std::generic_category());
}

/// Writes \p Text to a new file beside \p Path, with its mode and, if that is
/// permitted, its owner.
static llvm::Expected<fs::TempFile> writeBeside(llvm::StringRef Path,
                                                llvm::StringRef Text) {
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return fixError("cannot be read: " + Code.message());
  llvm::Expected<fs::TempFile> Temporary =
      fs::TempFile::create(Path + ".banklint-%%%%%%%%");
  if (!Temporary)
    return fixError("cannot be replaced: " +
                    llvm::toString(Temporary.takeError()));
  (void)fs::changeFileOwnership(Temporary->FD, Status.getUser(),
                                Status.getGroup());
  std::error_code Code =
      fs::setPermissions(Temporary->FD, Status.permissions());
  {
    llvm::raw_fd_ostream Stream(Temporary->FD, /*shouldClose=*/false);
    Stream << Text;
    Stream.flush();
    if (!Code)
      Code = Stream.error();
    Stream.clear_error();
  }
  if (!Code)
    Code = synchronize(Temporary->FD);
  if (!Code)
    return Temporary;
  llvm::consumeError(Temporary->discard());
  return fixError("cannot be replaced: " + Code.message());
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

/// Not by TempFile::keep, which copies where it can't rename: others could see
/// half of a copy.
static llvm::Error moveTo(llvm::StringRef Path, fs::TempFile &Temporary) {
  if (std::error_code Code = fs::rename(Temporary.TmpName, Path)) {
    llvm::consumeError(Temporary.discard());
    return fixError("cannot be replaced: " + Code.message());
  }
  return Temporary.keep();
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
    llvm::Expected<fs::TempFile> Temporary = writeBeside(Path, Text);
    if (!Temporary) {
      refuse(Path, llvm::toString(Temporary.takeError()), IsWanted);
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
    llvm::Error Failure = checkFile(New.Path, Files[New.Path].Text);
    if (Failure)
      llvm::consumeError(New.Temporary.discard());
    else
      Failure = moveTo(New.Path, New.Temporary);
    if (Failure) {
      refuse(New.Path, llvm::toString(std::move(Failure)), IsWanted);
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
