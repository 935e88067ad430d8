//===- FileNames.cpp - From one folder's paths to another's ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/FileNames.h"
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

std::string banklint::nameFromHere(llvm::StringRef Name,
                                   llvm::StringRef Folder) {
  llvm::SmallString<256> Here;
  if (Name.empty() || path::is_absolute(Name) || fs::current_path(Here) ||
      Here == Folder)
    return Name.str();
  llvm::SmallString<256> Path(absolutePath(Name, Folder));
  path::remove_dots(Path);
  llvm::SmallString<256> Plain(Path);
  path::remove_dots(Plain, /*remove_dot_dot=*/true);
  // Behind a symbolic link, ".." leads elsewhere.
  if (!fs::equivalent(Plain, Path))
    Plain = Path;
  llvm::StringRef Below = Plain;
  return Below.consume_front(Here) && Below.consume_front("/")
             ? Below.str()
             : Plain.str().str();
}
