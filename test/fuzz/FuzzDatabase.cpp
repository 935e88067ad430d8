//===- FuzzDatabase.cpp - Arbitrary text as compile_commands.json ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "banklint/Commands/CompileDatabase.h"
#include "banklint/Commands/CompilerCommand.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using fuzz::require;

namespace {

/// A file below a directory of this process, both of which are removed at exit.
class ScratchFile {
public:
  ScratchFile() {
    if (llvm::sys::fs::createUniqueDirectory("banklint-fuzz", Folder))
      fuzz::fail("cannot create a directory for the database");
    Path = (Folder + "/compile_commands.json").str();
  }
  ~ScratchFile() {
    llvm::sys::fs::remove(Path);
    llvm::sys::fs::remove(Folder);
  }
  void write(llvm::StringRef Text) const {
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Text;
    require(!Code, "cannot write the database");
  }

  std::string Path;

private:
  llvm::SmallString<128> Folder;
};

} // namespace

static void check(const CompileDatabase &Database) {
  for (const DatabaseEntry &Entry : Database.entries()) {
    require(llvm::sys::path::is_absolute(Entry.AbsolutePath) &&
                llvm::sys::path::is_absolute(Entry.Directory),
            "a path is not absolute");
    require(llvm::is_contained(Database.entriesOf(Entry.AbsolutePath), &Entry),
            "an entry is not found under its own path");
    const CompilerCommand Found = findCompiler(Entry);
    const bool IsCuda = isCudaCommand(Entry.File, Found.Arguments);
    fuzz::noteOutcome(std::string("command ") + char('A' + int(Found.Rank)) +
                      char('A' + int(Found.Dialect)) + (IsCuda ? 'c' : '-'));
    fuzz::checkTranslation(Found.Arguments);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const ScratchFile Scratch;
  Scratch.write(fuzz::textOf(Data, Size));
  llvm::Expected<CompileDatabase> Database =
      CompileDatabase::load(Scratch.Path);
  if (Database)
    check(*Database);
  else
    fuzz::rejected(Database.takeError());
  return 0;
}
