//===- SelectFiles.cpp - Files that directories and globs select ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/SelectFiles.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include <functional>

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Of one glob with braces.
static constexpr size_t MaxSubPatterns = 1024;

static bool isGlob(llvm::StringRef Path) {
  return Path.find_first_of("*?[{") != llvm::StringRef::npos &&
         !fs::exists(Path);
}

/// \p Path without ".", as headers are named, however the directory was given.
static std::string plain(llvm::StringRef Path) {
  llvm::SmallString<256> Plain(Path);
  path::remove_dots(Plain);
  // Else it would be an option.
  return (Plain.starts_with("-") ? "./" : "") + Plain.str().str();
}

/// \p Glob for llvm::GlobPattern, whose `*` matches any number of directories.
static std::string plainGlob(llvm::StringRef Glob) {
  std::string Result;
  while (!Glob.empty())
    if (Glob.consume_front("**/") || Glob.consume_front("**")) {
      Result += '*';
    } else {
      Result += Glob.front();
      Glob = Glob.drop_front();
    }
  return Result;
}

namespace {

/// The files below a directory, sorted.
class FilesBelow {
public:
  /// \p NoteProblem is called with directories that cannot be read.
  FilesBelow(llvm::StringRef Directory,
             llvm::function_ref<void(const llvm::Twine &)> NoteProblem)
      : NoteProblem(NoteProblem) {
    walk(Directory);
    llvm::sort(Files);
  }

  std::vector<std::string> Files;

private:
  void walk(llvm::StringRef Directory) {
    std::error_code Code;
    for (fs::directory_iterator Entry(Directory, Code,
                                      /*follow_symlinks=*/false),
         End;
         Entry != End && !Code; Entry.increment(Code)) {
      if (Entry->type() != fs::file_type::directory_file)
        Files.push_back(plain(Entry->path()));
      else if (!path::filename(Entry->path()).starts_with("."))
        walk(Entry->path());
    }
    if (Code)
      NoteProblem("cannot read the directory '" + Directory +
                  "': " + Code.message());
  }

  llvm::function_ref<void(const llvm::Twine &)> NoteProblem;
};

} // namespace

/// What is in front of the first component with a wildcard.
static std::string rootOf(llvm::StringRef Glob) {
  const llvm::StringRef Fixed =
      Glob.take_front(Glob.find_first_of("*?[{")).rsplit('/').first;
  if (!Glob.take_front(Glob.find_first_of("*?[{")).contains('/'))
    return ".";
  return Fixed.empty() ? "/" : Fixed.str();
}

bool banklint::selectsFiles(llvm::StringRef Path) {
  return isGlob(Path) || fs::is_directory(Path);
}

llvm::Expected<SelectedFiles> banklint::selectFiles(llvm::StringRef Path) {
  const bool HasWildcards = isGlob(Path);
  SelectedFiles Result;
  Result.Paths = FilesBelow(HasWildcards ? rootOf(Path) : Path.str(),
                            [&Result](const llvm::Twine &Problem) {
                              Result.Problems.push_back(Problem.str());
                            })
                     .Files;
  if (!HasWildcards) {
    const auto Is = [](llvm::StringRef Extension) {
      return [Extension](llvm::StringRef File) {
        return path::extension(File) == Extension;
      };
    };
    // A library of headers has nothing that includes them.
    const bool HasSources = llvm::any_of(Result.Paths, Is(".cu"));
    llvm::erase_if(Result.Paths, std::not_fn(Is(HasSources ? ".cu" : ".cuh")));
    return Result;
  }
  // The pattern refers to it.
  const std::string Glob = plainGlob(plain(Path));
  llvm::Expected<llvm::GlobPattern> Pattern =
      llvm::GlobPattern::create(Glob, MaxSubPatterns);
  if (!Pattern)
    return Pattern.takeError();
  llvm::erase_if(Result.Paths, [&Pattern](llvm::StringRef File) {
    return !Pattern->match(File);
  });
  return Result;
}

std::vector<std::string> banklint::filesBelow(llvm::StringRef Directory) {
  return FilesBelow(Directory, [](const llvm::Twine &) {}).Files;
}

llvm::Expected<std::vector<bool>>
banklint::selectAmong(llvm::ArrayRef<std::string> AbsolutePaths,
                      llvm::StringRef Path) {
  std::vector<bool> IsSelected;
  if (!isGlob(Path)) {
    std::string Below = realPath(absolutePath(Path));
    if (!llvm::StringRef(Below).ends_with("/"))
      Below += "/";
    for (const std::string &Each : AbsolutePaths)
      IsSelected.push_back(llvm::StringRef(realPath(Each)).starts_with(Below));
    return IsSelected;
  }
  // The pattern refers to it.
  const std::string Glob = plainGlob(withoutDots(absolutePath(Path)));
  llvm::Expected<llvm::GlobPattern> Pattern =
      llvm::GlobPattern::create(Glob, MaxSubPatterns);
  if (!Pattern)
    return Pattern.takeError();
  for (const std::string &Each : AbsolutePaths)
    IsSelected.push_back(Pattern->match(withoutDots(Each)));
  return IsSelected;
}
