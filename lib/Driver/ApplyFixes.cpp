//===- ApplyFixes.cpp - Safe fixes written to the files -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/ApplyFixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace banklint;
namespace fs = llvm::sys::fs;

static llvm::Error fixError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// Writes \p Text to a new file beside \p Path.
static llvm::Expected<fs::TempFile> writeBeside(llvm::StringRef Path,
                                                llvm::StringRef Text) {
  llvm::ErrorOr<fs::perms> Mode = fs::getPermissions(Path);
  if (std::error_code Code = Mode.getError())
    return fixError("cannot be read: " + Code.message());
  llvm::Expected<fs::TempFile> Temporary =
      fs::TempFile::create(Path + ".banklint-%%%%%%%%");
  if (!Temporary)
    return fixError("cannot be replaced: " +
                    llvm::toString(Temporary.takeError()));
  std::error_code Code = fs::setPermissions(Temporary->TmpName, *Mode);
  {
    llvm::raw_fd_ostream Stream(Temporary->FD, /*shouldClose=*/false);
    Stream << Text;
    Stream.flush();
    if (!Code)
      Code = Stream.error();
    Stream.clear_error();
  }
  if (!Code)
    return Temporary;
  llvm::consumeError(Temporary->discard());
  return fixError("cannot be replaced: " + Code.message());
}

/// Replaces the file at \p Path in one step.
static llvm::Error replaceFile(llvm::StringRef Path, llvm::StringRef Text) {
  llvm::Expected<fs::TempFile> Temporary = writeBeside(Path, Text);
  return Temporary ? Temporary->keep(Path) : Temporary.takeError();
}

namespace {

/// Edits by offset. No two overlap or start at the same byte, so that their
/// order does not matter.
using EditList = std::map<unsigned, TextEdit>;

/// A file with the edits that were accepted for it.
struct EditedFile {
  const SourceTexts::Source *Source = nullptr;
  /// Why the file can't be edited, or empty.
  std::string Failure;
  EditList Edits;
};

class FixApplier {
public:
  explicit FixApplier(const SourceTexts &Sources) : Sources(Sources) {}

  void add(const Finding &F);
  AppliedFixes apply();

private:
  std::string pathOf(llvm::StringRef Name);
  void refuse(EditedFile &File, llvm::StringRef Name, llvm::StringRef Why);

  const SourceTexts &Sources;
  /// By the path without symbolic links, since a file may have several names.
  std::map<std::string, EditedFile> Files;
  /// The files of each accepted fix.
  std::vector<std::vector<std::string>> Accepted;
  AppliedFixes Result;
};

} // namespace

static bool isSame(const TextEdit &A, const TextEdit &B) {
  return A.Offset == B.Offset && A.Length == B.Length && A.Text == B.Text;
}

static uint64_t endOf(const TextEdit &Edit) {
  return uint64_t(Edit.Offset) + Edit.Length;
}

/// True if \p Edit contradicts an edit of \p Edits that is not the same.
static bool contradicts(const EditList &Edits, const TextEdit &Edit) {
  return llvm::any_of(llvm::make_second_range(Edits), [&](const TextEdit &E) {
    if (isSame(E, Edit))
      return false;
    return E.Offset == Edit.Offset ||
           (E.Offset < endOf(Edit) && Edit.Offset < endOf(E));
  });
}

/// Why the file at \p Path can't be edited, or nothing. Tries to write beside
/// it, since no other test covers read-only mounts, quotas and the like.
static std::string whyNotEditable(llvm::StringRef Path,
                                  const SourceTexts::Source &Source) {
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text)
    return llvm::toString(Text.takeError());
  if (*Text != Source.Text)
    return "has changed since it was analyzed";
  if (std::error_code Code = fs::access(Path, fs::AccessMode::Write))
    return "cannot be written: " + Code.message();
  llvm::Expected<fs::TempFile> Trial = writeBeside(Path, "");
  if (!Trial)
    return llvm::toString(Trial.takeError());
  llvm::consumeError(Trial->discard());
  return "";
}

void FixApplier::refuse(EditedFile &File, llvm::StringRef Name,
                        llvm::StringRef Why) {
  File.Failure = Why.str();
  Result.Errors.push_back(("'" + Name + "' " + Why).str());
}

/// The key in Files of the file that reports call \p Name.
std::string FixApplier::pathOf(llvm::StringRef Name) {
  const SourceTexts::Source *Source = Sources.find(Name);
  llvm::SmallString<256> Path(Name);
  std::string Why;
  if (!Source)
    Why = "is not one file that was read";
  else if (std::error_code Code = fs::real_path(Source->AbsolutePath, Path))
    Why = "cannot be read: " + Code.message();
  const auto [Position, IsNew] = Files.try_emplace(Path.str().str());
  EditedFile &File = Position->second;
  if (IsNew) {
    File.Source = Source;
    if (Why.empty())
      Why = whyNotEditable(Path, *Source);
    if (!Why.empty())
      refuse(File, Name, Why);
  }
  return Position->first;
}

void FixApplier::add(const Finding &F) {
  const auto Safe = llvm::find_if(F.Fixes, [](const Fix &Candidate) {
    return Candidate.Safety == FixSafety::Automatic;
  });
  if (Safe == F.Fixes.end())
    return;
  // The fix's own edits, to find contradictions among them.
  std::map<std::string, EditList> Own;
  bool IsNew = false;
  for (const TextEdit &Edit : Safe->Edits) {
    const std::string Path = pathOf(Edit.File);
    EditedFile &File = Files[Path];
    if (File.Failure.empty() && endOf(Edit) > File.Source->Text.size())
      refuse(File, Edit.File, "is shorter than when it was analyzed");
    if (!File.Failure.empty())
      return;
    if (contradicts(File.Edits, Edit) || contradicts(Own[Path], Edit)) {
      Result.Skipped.push_back(
          (F.At.File + ":" + llvm::Twine(F.At.Span.Line) + ":" +
           llvm::Twine(F.At.Span.Column) +
           ": the fix was not applied, since another one changes the same text")
              .str());
      return;
    }
    IsNew |= !File.Edits.count(Edit.Offset);
    Own[Path].emplace(Edit.Offset, Edit);
  }
  if (!IsNew)
    return;
  Accepted.emplace_back();
  for (auto &[Path, Edits] : Own) {
    Accepted.back().push_back(Path);
    Files[Path].Edits.merge(Edits);
  }
}

static std::string editedText(const EditedFile &File) {
  const llvm::StringRef Old = File.Source->Text;
  std::string Text;
  size_t Done = 0;
  for (const TextEdit &Edit : llvm::make_second_range(File.Edits)) {
    Text += Old.slice(Done, Edit.Offset);
    Text += Edit.Text;
    Done = endOf(Edit);
  }
  Text += Old.drop_front(Done);
  return Text;
}

AppliedFixes FixApplier::apply() {
  for (auto &[Path, File] : Files) {
    if (File.Edits.empty() || !File.Failure.empty())
      continue;
    if (llvm::Error Failure = replaceFile(Path, editedText(File)))
      refuse(File, Path, llvm::toString(std::move(Failure)));
    else
      ++Result.Files;
  }
  Result.Fixes = llvm::count_if(Accepted, [&](const auto &Paths) {
    return llvm::all_of(Paths, [&](const std::string &Path) {
      return Files[Path].Failure.empty();
    });
  });
  return std::move(Result);
}

AppliedFixes banklint::applySafeFixes(llvm::ArrayRef<Finding> Findings,
                                      const SourceTexts &Sources) {
  FixApplier Applier(Sources);
  for (const Finding &F : Findings)
    Applier.add(F);
  return Applier.apply();
}
