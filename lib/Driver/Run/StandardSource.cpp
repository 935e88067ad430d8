//===- StandardSource.cpp - A source on the standard input ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardSource.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Files/MemoryFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace banklint;

/// As Clang calls it.
static constexpr llvm::StringLiteral DefaultName = "<stdin>";

static llvm::Error usageError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// What keeps \p Options from having StandardInput as a source.
static llvm::Error checkOptions(const RunOptions &Options) {
  if (Options.Filter.Diff == StandardInput)
    return usageError(
        "--diff=-: the source '-' is read from the standard input "
        "as well; name a file for one of them");
  if (Options.Fix != FixMode::None)
    return usageError("the source '-' cannot be fixed; name the file, or take "
                      "the edits from --export-fixes or --format=json");
  if (llvm::sys::fs::is_directory(Options.StandardInputName))
    return usageError("--stdin-filename: '" + Options.StandardInputName +
                      "' is a directory");
  return llvm::Error::success();
}

llvm::Error banklint::takeStandardInput(
    RunOptions &Options,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files) {
  if (!llvm::is_contained(Options.Sources, StandardInput)) {
    if (Options.StandardInputName.empty())
      return llvm::Error::success();
    return usageError(
        "--stdin-filename: there is no source '-', which it would "
        "name");
  }
  if (llvm::Error Failure = checkOptions(Options))
    return Failure;
  const std::string Name = Options.StandardInputName.empty()
                               ? DefaultName.str()
                               : Options.StandardInputName;
  auto Text = llvm::MemoryBuffer::getSTDIN();
  if (std::error_code Code = Text.getError())
    return usageError("the standard input cannot be read: " + Code.message());
  std::replace(Options.Sources.begin(), Options.Sources.end(),
               StandardInput.str(), Name);
  Files = overDisk({{absolutePath(Name), (*Text)->getBuffer().str()}});
  return llvm::Error::success();
}
