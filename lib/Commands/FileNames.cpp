//===- FileNames.cpp - Paths relative to other directories ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// llvm::sys::path takes what follows two slashes for the name of a machine;
/// POSIX lets them be one.
static llvm::StringRef withOneSlash(llvm::StringRef Path) {
  while (Path.starts_with("//"))
    Path = Path.drop_front();
  return Path;
}

std::string banklint::absolutePath(llvm::StringRef Path,
                                   llvm::StringRef Directory) {
  llvm::SmallString<256> Absolute(withOneSlash(Path));
  fs::make_absolute(Directory, Absolute);
  return Absolute.str().str();
}

std::string banklint::absolutePath(llvm::StringRef Path) {
  llvm::SmallString<256> Absolute(withOneSlash(Path));
  (void)fs::make_absolute(Absolute);
  return Absolute.str().str();
}

std::string banklint::withoutDots(llvm::StringRef Path) {
  llvm::SmallString<256> Plain(Path);
  path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return Plain.str().str();
}

std::string banklint::realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? withoutDots(Path) : Real.str().str();
}

bool banklint::isSameFile(llvm::vfs::FileSystem &Files, llvm::StringRef Path,
                          llvm::StringRef Other) {
  const llvm::ErrorOr<llvm::vfs::Status> First = Files.status(Path);
  const llvm::ErrorOr<llvm::vfs::Status> Second = Files.status(Other);
  return First && Second && First->equivalent(*Second);
}

/// \p Path, as seen from the working directory, without dots, but for ".."
/// where a symbolic link stands in front: it leads elsewhere then.
static std::string withoutNeedlessDots(llvm::StringRef Path,
                                       llvm::vfs::FileSystem &Files) {
  llvm::SmallString<256> Given(Path);
  path::remove_dots(Given);
  const std::string Plain = withoutDots(Given);
  return Plain == Given ||
                 isSameFile(Files, absolutePath(Plain), absolutePath(Given))
             ? Plain
             : Given.str().str();
}

std::string banklint::nameFromHere(llvm::StringRef Name,
                                   llvm::StringRef Directory,
                                   llvm::vfs::FileSystem &Files) {
  llvm::SmallString<256> Here;
  if (Name.empty() || path::is_absolute(Name) || fs::current_path(Here) ||
      Here == Directory)
    return withoutNeedlessDots(Name, Files);
  const std::string Path =
      withoutNeedlessDots(absolutePath(Name, Directory), Files);
  llvm::StringRef Below = Path;
  return Below.consume_front(Here) && Below.consume_front("/") ? Below.str()
                                                               : Path;
}
