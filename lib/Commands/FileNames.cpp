//===- FileNames.cpp - From one folder's paths to another's ---------------===//
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

std::string banklint::absolutePath(llvm::StringRef Path,
                                   llvm::StringRef Folder) {
  llvm::SmallString<256> Absolute(Path);
  fs::make_absolute(Folder, Absolute);
  return Absolute.str().str();
}

/// \p Path without dots, but for ".." where a symbolic link stands in front:
/// it leads elsewhere then.
static llvm::SmallString<256> withoutDots(llvm::StringRef Path) {
  llvm::SmallString<256> Given(Path);
  path::remove_dots(Given);
  llvm::SmallString<256> Plain(Given);
  if (!path::remove_dots(Plain, /*remove_dot_dot=*/true) ||
      fs::equivalent(Plain, Given))
    return Plain;
  return Given;
}

std::string banklint::nameFromHere(llvm::StringRef Name,
                                   llvm::StringRef Folder) {
  llvm::SmallString<256> Here;
  if (Name.empty() || path::is_absolute(Name) || fs::current_path(Here) ||
      Here == Folder)
    return withoutDots(Name).str().str();
  const llvm::SmallString<256> Path = withoutDots(absolutePath(Name, Folder));
  llvm::StringRef Below = Path;
  return Below.consume_front(Here) && Below.consume_front("/")
             ? Below.str()
             : Path.str().str();
}
