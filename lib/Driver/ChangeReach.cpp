//===- ChangeReach.cpp - Which files a diff may matter to -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/ChangeReach.h"
#include "banklint/Frontend/SpelledIncludes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace banklint;
namespace path = llvm::sys::path;

namespace {

/// What the arguments of a task say about headers.
struct HeaderOptions {
  std::vector<std::string> Folders;
  /// Included in front of the source.
  std::vector<std::string> Forced;
  /// There is more than is understood here.
  bool HasOthers = false;
};

} // namespace

static HeaderOptions headerOptions(const FileTask &Task) {
  HeaderOptions Result;
  const std::vector<std::string> &Arguments = Task.Arguments;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Argument = Arguments[I];
    std::vector<std::string> *Into = nullptr;
    for (llvm::StringRef Option :
         {"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"})
      if (Argument.consume_front(Option)) {
        const bool IsFile = Option == "-include" || Option == "-imacros";
        Into = IsFile ? &Result.Forced : &Result.Folders;
        break;
      }
    if (!Into) {
      Result.HasOthers |=
          Argument.starts_with("-i") || Argument.starts_with("--include") ||
          Argument.starts_with("-X") || Argument.starts_with("@");
      continue;
    }
    if (Argument.empty() && ++I < Arguments.size())
      Argument = Arguments[I];
    llvm::SmallString<256> Path(Argument);
    if (Into == &Result.Folders)
      llvm::sys::fs::make_absolute(Task.Source.Directory, Path);
    Into->push_back(Path.str().str());
  }
  return Result;
}

ChangeReach::ChangeReach(const ChangedLines &Lines) {
  for (const auto &[Path, Ranges] : Lines) {
    if (Ranges.empty())
      continue;
    Changed.insert(Path);
    ChangedNames.insert(path::filename(Path));
  }
}

const ChangeReach::Includes &ChangeReach::includesOf(const std::string &Path) {
  const auto [Place, IsNew] = Known.try_emplace(Path);
  Includes &Result = Place->second;
  if (!IsNew)
    return Result;
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    Result.AreUnknown = true;
    return Result;
  }
  std::optional<std::vector<std::string>> Names = spelledIncludes(*Text);
  Result.AreUnknown = !Names;
  if (Names)
    Result.Names = std::move(*Names);
  return Result;
}

const ChangeReach::RealFile &ChangeReach::realFile(const std::string &Path) {
  const auto [Place, IsNew] = RealFiles.try_emplace(Path);
  llvm::SmallString<256> Real, Folder;
  if (IsNew && llvm::sys::fs::is_regular_file(Path) &&
      !llvm::sys::fs::real_path(Path, Real) &&
      !llvm::sys::fs::real_path(path::parent_path(Path), Folder))
    Place->second = {Real.str().str(), Folder.str().str()};
  return Place->second;
}

bool ChangeReach::mayReach(const FileTask &Task) {
  if (Changed.empty())
    return false;
  const HeaderOptions Options = headerOptions(Task);
  const RealFile &Source = realFile(Task.Source.AbsolutePath);
  // What can't be read is told as ever.
  if (Source.Path.empty() || Options.HasOthers)
    return true;
  std::set<RealFile> Seen = {Source};
  std::vector<RealFile> Left = {Source};
  // Adds every file that the name may stand for; false if it may be a changed
  // one that was not found.
  const auto Add = [&](llvm::StringRef Name, const std::string &Folder) {
    bool IsFound = false;
    std::vector<std::string> Folders = Options.Folders;
    Folders.push_back(Folder);
    for (const std::string &Each : Folders) {
      llvm::SmallString<256> Path(Name);
      llvm::sys::fs::make_absolute(Each, Path);
      const RealFile &File = realFile(Path.str().str());
      IsFound |= !File.Path.empty();
      if (!File.Path.empty() && Seen.insert(File).second)
        Left.push_back(File);
    }
    return IsFound || !ChangedNames.count(path::filename(Name));
  };
  for (const std::string &Name : Options.Forced)
    if (!Add(Name, Task.Source.Directory))
      return true;
  while (!Left.empty()) {
    const RealFile File = std::move(Left.back());
    Left.pop_back();
    const Includes &Found = includesOf(File.Path);
    if (Changed.count(File.Path) || Found.AreUnknown)
      return true;
    for (const std::string &Name : Found.Names)
      if (!Add(Name, File.Folder))
        return true;
  }
  return false;
}
