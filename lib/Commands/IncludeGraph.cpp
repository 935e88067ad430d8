//===- IncludeGraph.cpp - Which files a source may include ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/IncludeGraph.h"
#include "banklint/Commands/SpelledIncludes.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace banklint;
namespace path = llvm::sys::path;

namespace {

/// What arguments say about headers.
struct HeaderOptions {
  std::vector<std::string> Folders;
  /// Included in front of the source.
  std::vector<std::string> Forced;
  /// There is more than is understood here.
  bool HasOthers = false;
};

} // namespace

static HeaderOptions headerOptions(const IncludeRoot &Root) {
  HeaderOptions Result;
  const llvm::ArrayRef<std::string> Arguments = Root.Arguments;
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
      llvm::sys::fs::make_absolute(Root.Directory, Path);
    Into->push_back(Path.str().str());
  }
  return Result;
}

IncludeGraph::IncludeGraph(llvm::StringSet<> Paths) : Wanted(std::move(Paths)) {
  for (llvm::StringRef Path : Wanted.keys())
    WantedNames.insert(path::filename(Path));
}

const IncludeGraph::Includes &
IncludeGraph::includesOf(const std::string &Path) {
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
  std::optional<std::vector<SpelledInclude>> Spelled = spelledIncludes(*Text);
  Result.AreUnknown = !Spelled;
  if (Spelled)
    for (SpelledInclude &Each : *Spelled)
      Result.Names.push_back(std::move(Each.Name));
  return Result;
}

const IncludeGraph::RealFile &IncludeGraph::realFile(const std::string &Path) {
  const auto [Place, IsNew] = RealFiles.try_emplace(Path);
  llvm::SmallString<256> Real, Folder;
  if (IsNew && llvm::sys::fs::is_regular_file(Path) &&
      !llvm::sys::fs::real_path(Path, Real) &&
      !llvm::sys::fs::real_path(path::parent_path(Path), Folder))
    Place->second = {Real.str().str(), Folder.str().str()};
  return Place->second;
}

IncludeReach IncludeGraph::reach(const IncludeRoot &Root) {
  if (Wanted.empty())
    return IncludeReach::No;
  const HeaderOptions Options = headerOptions(Root);
  const RealFile &Source = realFile(Root.AbsolutePath.str());
  if (Source.Path.empty())
    return IncludeReach::Unknown;
  bool IsSure = !Options.HasOthers;
  std::set<RealFile> Seen = {Source};
  std::vector<RealFile> Left = {Source};
  // Adds every file that the name may stand for. One that is wanted may not be
  // found.
  const auto Add = [&](llvm::StringRef Name, llvm::StringRef Folder) {
    bool IsFound = false;
    std::vector<std::string> Folders = Options.Folders;
    Folders.push_back(Folder.str());
    for (const std::string &Each : Folders) {
      llvm::SmallString<256> Path(Name);
      llvm::sys::fs::make_absolute(Each, Path);
      const RealFile &File = realFile(Path.str().str());
      IsFound |= !File.Path.empty();
      if (!File.Path.empty() && Seen.insert(File).second)
        Left.push_back(File);
    }
    IsSure &= IsFound || !WantedNames.count(path::filename(Name));
  };
  for (const std::string &Name : Options.Forced)
    Add(Name, Root.Directory);
  while (!Left.empty()) {
    const RealFile File = std::move(Left.back());
    Left.pop_back();
    if (Wanted.count(File.Path))
      return IncludeReach::Yes;
    const Includes &Found = includesOf(File.Path);
    IsSure &= !Found.AreUnknown;
    for (const std::string &Name : Found.Names)
      Add(Name, File.Folder);
  }
  return IsSure ? IncludeReach::No : IncludeReach::Unknown;
}
