//===- TreeHeaders.cpp - Headers of the audited directories ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/TreeHeaders.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Commands/SelectFiles.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <utility>

using namespace banklint;
namespace path = llvm::sys::path;

/// Of one source; real ones have fewer. More are not looked for.
static constexpr size_t MaxDirectories = 64;
static constexpr size_t MaxFilesFollowed = 4096;

std::vector<std::string> banklint::pathsOfCheckout() {
  llvm::SmallString<256> Here;
  if (llvm::sys::fs::current_path(Here))
    return {};
  const std::string Root = repositoryAround(Here);
  if (Root.empty())
    return {};
  return {Root == Here ? "." : Root};
}

void TreeHeaders::walk() {
  if (std::exchange(HasWalked, true))
    return;
  for (const std::string &Path : Paths)
    if (llvm::sys::fs::is_directory(Path))
      for (std::string &File : filesBelow(Path)) {
        Files.insert(withoutDots(absolutePath(File)));
        std::vector<std::string> &Same = ByName[path::filename(File)];
        Same.push_back(std::move(File));
      }
}

std::vector<std::string> TreeHeaders::directoriesWith(llvm::StringRef Header) {
  walk();
  std::set<std::string> Found;
  const std::string Ending = "/" + Header.str();
  if (const auto Same = ByName.find(path::filename(Header));
      Same != ByName.end()) {
    for (llvm::StringRef File : Same->second)
      if (File == Header)
        Found.insert(".");
      else if (File.consume_back(Ending))
        Found.insert(File.str());
  }
  return {Found.begin(), Found.end()};
}

const std::vector<SpelledInclude> &
TreeHeaders::includesOf(const std::string &File) {
  const auto [Place, IsNew] = Includes.try_emplace(File);
  if (!IsNew)
    return Place->second;
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text)
    llvm::consumeError(Text.takeError());
  else if (std::optional<std::vector<SpelledInclude>> Spelled =
               spelledIncludes(*Text))
    Place->second = std::move(*Spelled);
  return Place->second;
}

/// The number of components that both paths begin with.
static unsigned commonComponents(llvm::StringRef A, llvm::StringRef B) {
  unsigned Count = 0;
  for (auto At = path::begin(A), Other = path::begin(B);
       At != path::end(A) && Other != path::end(B) && *At == *Other;
       ++At, ++Other)
    ++Count;
  return Count;
}

std::optional<std::string> TreeHeaders::nearestWith(llvm::StringRef Name,
                                                    llvm::StringRef Folder) {
  std::optional<std::string> Nearest;
  unsigned Most = 0;
  for (std::string &Each : directoriesWith(Name)) {
    const unsigned Common =
        commonComponents(withoutDots(absolutePath(Each)), Folder);
    if (Common == Most)
      Nearest.reset();
    else if (Common > Most) {
      Nearest = std::move(Each);
      Most = Common;
    }
  }
  return Nearest;
}

std::string TreeHeaders::likelyDirectory(llvm::StringRef Header,
                                         llvm::StringRef Source) {
  const std::string File = withoutDots(absolutePath(Source));
  std::string Nearest;
  unsigned Most = 0;
  for (std::string &Each : directoriesWith(Header)) {
    const unsigned Common =
        commonComponents(withoutDots(absolutePath(Each)), File);
    if (Nearest.empty() || Common > Most) {
      Nearest = std::move(Each);
      Most = Common;
    }
  }
  return Nearest;
}

std::vector<std::string>
TreeHeaders::directoriesFor(const std::string &Source) {
  walk();
  std::vector<std::string> Directories;
  std::vector<std::string> Followed = {withoutDots(Source)};
  llvm::StringSet<> Seen;
  Seen.insert(Followed.front());
  const auto IsIn = [&](llvm::StringRef Directory, llvm::StringRef Name) {
    std::string File =
        withoutDots(absolutePath((Directory + "/" + Name).str()));
    if (!Files.contains(File))
      return false;
    if (Seen.insert(File).second)
      Followed.push_back(std::move(File));
    return true;
  };
  for (size_t Next = 0; Next != std::min(Followed.size(), MaxFilesFollowed);
       ++Next) {
    const std::string File = Followed[Next];
    const llvm::StringRef Folder = path::parent_path(File);
    for (const SpelledInclude &Include : includesOf(File)) {
      const llvm::StringRef Name = Include.Name;
      if (path::is_absolute(Name) ||
          (!Include.IsAngled && IsIn(Folder, Name)) ||
          llvm::any_of(Directories, [&](const std::string &Directory) {
            return IsIn(Directory, Name);
          }))
        continue;
      std::optional<std::string> Nearest = nearestWith(Name, Folder);
      if (Nearest && Directories.size() != MaxDirectories) {
        IsIn(*Nearest, Name);
        Directories.push_back(std::move(*Nearest));
      }
    }
  }
  return Directories;
}
