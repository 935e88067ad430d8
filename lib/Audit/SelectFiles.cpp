//===- SelectFiles.cpp - Which files an audit is about --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectFiles.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Of one glob with braces.
static constexpr size_t MaxSubPatterns = 1024;

static llvm::Error noFile(llvm::StringRef Path) {
  return llvm::createStringError("no CUDA file matches '" + Path + "'");
}

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

static llvm::Expected<std::vector<std::string>> filesOf(llvm::StringRef Path,
                                                        MessageLog &Log) {
  const bool HasWildcards = isGlob(Path);
  if (!HasWildcards && !fs::is_directory(Path))
    return std::vector<std::string>{Path.str()};
  std::vector<std::string> Files =
      FilesBelow(HasWildcards ? rootOf(Path) : Path.str(),
                 [&Log](const llvm::Twine &Problem) { Log.error(Problem); })
          .Files;
  if (HasWildcards) {
    // The pattern refers to it.
    const std::string Glob = plainGlob(plain(Path));
    llvm::Expected<llvm::GlobPattern> Pattern =
        llvm::GlobPattern::create(Glob, MaxSubPatterns);
    if (!Pattern)
      return Pattern.takeError();
    llvm::erase_if(Files, [&Pattern](llvm::StringRef File) {
      return !Pattern->match(File);
    });
  } else {
    llvm::erase_if(Files, [](llvm::StringRef File) {
      return path::extension(File) != ".cu";
    });
  }
  if (Files.empty())
    return noFile(Path);
  return Files;
}

llvm::Expected<std::vector<std::string>>
banklint::findFiles(llvm::ArrayRef<std::string> Paths, MessageLog &Log) {
  std::vector<std::string> All;
  for (const std::string &Path : Paths) {
    llvm::Expected<std::vector<std::string>> Files = filesOf(Path, Log);
    if (!Files)
      return Files;
    llvm::append_range(All, *Files);
  }
  return All;
}

std::vector<std::string> banklint::filesBelow(llvm::StringRef Directory) {
  return FilesBelow(Directory, [](const llvm::Twine &) {}).Files;
}

llvm::Error banklint::selectUnits(llvm::ArrayRef<std::string> Paths,
                                  std::vector<Unit> &Units) {
  if (Paths.empty())
    return llvm::Error::success();
  std::vector<bool> IsSelected(Units.size());
  for (const std::string &Path : Paths) {
    const std::string Absolute = isGlob(Path) ? withoutDots(absolutePath(Path))
                                              : realPath(absolutePath(Path));
    const std::string Glob = isGlob(Path) ? plainGlob(Absolute) : "";
    llvm::Expected<llvm::GlobPattern> Pattern =
        llvm::GlobPattern::create(Glob, MaxSubPatterns);
    const std::string Below =
        llvm::StringRef(Absolute).ends_with("/") ? Absolute : Absolute + "/";
    if (!Pattern)
      return Pattern.takeError();
    bool HasAny = false;
    for (auto [I, U] : llvm::enumerate(Units)) {
      const std::string Own = isGlob(Path) ? withoutDots(U.Source.AbsolutePath)
                                           : realPath(U.Source.AbsolutePath);
      if (Own != Absolute && !llvm::StringRef(Own).starts_with(Below) &&
          !(isGlob(Path) && Pattern->match(Own)))
        continue;
      IsSelected[I] = HasAny = true;
    }
    if (!HasAny)
      return llvm::createStringError(
          "no CUDA file of the compilation database matches '" + Path + "'");
  }
  size_t I = 0;
  llvm::erase_if(Units, [&](const Unit &) { return !IsSelected[I++]; });
  return llvm::Error::success();
}
