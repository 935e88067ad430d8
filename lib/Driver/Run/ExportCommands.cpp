//===- ExportCommands.cpp - A database for Clang's own tools --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/ExportCommands.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Run/Prepare.h"
#include "banklint/Frontend/ToolCommand.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string inside(llvm::StringRef Directory, llvm::StringRef Name) {
  llvm::SmallString<256> Path(Directory);
  path::append(Path, Name);
  return Path.str().str();
}

/// Writes a file below a directory that may not exist yet.
static bool writeBelow(llvm::StringRef Path, MessageLog &Log,
                       llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  // If that fails, so does writing.
  (void)fs::create_directories(path::parent_path(Path));
  return writeLogged(Path, Log, Write);
}

static void writeDatabase(llvm::ArrayRef<Unit> Units, llvm::StringRef Headers,
                          llvm::raw_ostream &OS) {
  const auto Utf8 = [](llvm::StringRef Text) {
    return llvm::json::fixUTF8(Text);
  };
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  J.array([&] {
    for (const Unit &U : Units) {
      if (!U.Source.Includer.empty())
        continue;
      const std::string &Path = U.Source.AbsolutePath;
      J.object([&] {
        J.attribute("directory", Utf8(U.Source.Directory));
        J.attribute("file", Utf8(Path));
        J.attributeArray("arguments", [&] {
          for (const std::string &Argument : toolCommand(
                   Path, U.Arguments, U.Source.Directory, U.Frontend, Headers))
            J.value(Utf8(Argument));
        });
      });
    }
  });
  OS << '\n';
}

ExitStatus banklint::exportCommands(const RunOptions &Options,
                                    llvm::StringRef Directory,
                                    llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Options.IsQuiet, Err);
  llvm::Expected<AnalysisRequest> Request =
      prepare(Options, /*Files=*/nullptr, Log);
  if (!Request) {
    Log.error(Request.takeError());
    return ExitFailure;
  }
  if (Directory.empty()) {
    Log.error("--export-commands: expected a directory");
    return ExitFailure;
  }
  const std::string Root = absolutePath(Directory);
  const std::string Headers = inside(Root, "cuda-headers");
  // Without these headers beside it, the database is not one of ours.
  if (const std::string Database = inside(Root, "compile_commands.json");
      fs::exists(Database) && !fs::exists(Headers)) {
    Log.error("--export-commands: '" + Database +
              "' exists; name another "
              "directory");
    return ExitFailure;
  }
  bool IsWritten = writeBelow(inside(Root, "compile_commands.json"), Log,
                              [&](llvm::raw_ostream &OS) {
                                writeDatabase(Request->Units, Headers, OS);
                              });
  for (const EmbeddedFile &Header : toolHeaders())
    IsWritten = IsWritten && writeBelow(inside(Headers, Header.Name), Log,
                                        [&Header](llvm::raw_ostream &OS) {
                                          OS << Header.Text;
                                        });
  return IsWritten ? ExitClean : ExitFailure;
}
