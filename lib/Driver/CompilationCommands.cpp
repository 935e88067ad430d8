//===- CompilationCommands.cpp - How the sources are compiled -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/CompilationCommands.h"
#include "banklint/Frontend/CompileArguments.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace banklint;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error usageError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

static std::string absolutePath(llvm::StringRef Path,
                                llvm::StringRef Directory) {
  llvm::SmallString<256> Absolute(Path);
  fs::make_absolute(Directory, Absolute);
  return Absolute.str().str();
}

/// Clang's error messages have a line for each kind of database.
static std::string onOneLine(llvm::StringRef Message) {
  llvm::SmallVector<llvm::StringRef, 4> Lines;
  Message.split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return llvm::join(Lines, "; ");
}

/// The file that makes \p Folder one with a compilation database, or nothing.
static std::string databaseFile(llvm::StringRef Folder) {
  for (llvm::StringRef Name : {"compile_commands.json", "compile_flags.txt"}) {
    llvm::SmallString<256> Candidate(Folder);
    path::append(Candidate, Name);
    if (fs::exists(Candidate))
      return Candidate.str().str();
  }
  return "";
}

namespace {

class CommandFinder {
public:
  CommandFinder(const RunOptions &Options, llvm::StringRef CurrentFolder)
      : Options(Options), CurrentFolder(CurrentFolder) {}

  llvm::Expected<SourceCommands> find();

private:
  llvm::Error loadBuildPath();
  CompilationDatabase *databaseAbove(llvm::StringRef Folder);
  std::unique_ptr<CompilationDatabase> load(llvm::StringRef Folder,
                                            std::string &Failure);
  void addSource(const std::string &File);
  void addCudaFiles();
  void add(SourceCommand Source);
  static void take(SourceCommand &Source, const CompileCommand &From);

  const RunOptions &Options;
  const std::string CurrentFolder;
  std::unique_ptr<CompilationDatabase> OfBuildPath;
  /// Databases by the folder that they lie in; null if one can't be read.
  std::map<std::string, std::unique_ptr<CompilationDatabase>> ByFolder;
  llvm::StringSet<> SeenPaths;
  SourceCommands Result;
};

} // namespace

std::unique_ptr<CompilationDatabase> CommandFinder::load(llvm::StringRef Folder,
                                                         std::string &Failure) {
  std::string Message;
  auto Database = CompilationDatabase::loadFromDirectory(Folder, Message);
  if (!Database)
    Failure =
        "'" + databaseFile(Folder) +
        "' cannot be used as a compilation database: " + onOneLine(Message);
  return Database;
}

/// Like clang-tidy, -p looks into the parents of its folder, too.
llvm::Error CommandFinder::loadBuildPath() {
  if (!fs::is_directory(Options.BuildPath))
    return usageError("-p: '" + Options.BuildPath + "' is not a folder");
  const std::string Start = absolutePath(Options.BuildPath, CurrentFolder);
  for (llvm::StringRef Folder = Start; !Folder.empty();
       Folder = path::parent_path(Folder)) {
    if (databaseFile(Folder).empty())
      continue;
    std::string Failure;
    OfBuildPath = load(Folder, Failure);
    return OfBuildPath ? llvm::Error::success() : usageError(Failure);
  }
  return usageError("-p: there is no compile_commands.json in '" +
                    Options.BuildPath + "' or its parents");
}

CompilationDatabase *CommandFinder::databaseAbove(llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    const auto [Position, IsNew] = ByFolder.try_emplace(Folder.str());
    if (IsNew && !databaseFile(Folder).empty()) {
      std::string Failure;
      Position->second = load(Folder, Failure);
      if (!Position->second)
        Result.Warnings.push_back(Failure + "; it is ignored");
    }
    if (Position->second)
      return Position->second.get();
  }
  return nullptr;
}

void CommandFinder::take(SourceCommand &Source, const CompileCommand &From) {
  Source.Directory = absolutePath(From.Directory, Source.Directory);
  llvm::ArrayRef<std::string> Command = From.CommandLine;
  if (!Command.empty())
    Command = Command.drop_front();
  // Only inputs follow "--"; the extra arguments must not come to stand there.
  Source.Command.assign(Command.begin(), llvm::find(Command, "--"));
}

void CommandFinder::add(SourceCommand Source) {
  llvm::SmallString<256> Key(Source.AbsolutePath);
  path::remove_dots(Key, /*remove_dot_dot=*/true);
  if (!SeenPaths.insert(Key).second)
    return;
  std::vector<std::string> &Command = Source.Command;
  Command.insert(Command.begin(), Options.ExtraArgsBefore.begin(),
                 Options.ExtraArgsBefore.end());
  llvm::append_range(Command, Options.ExtraArgs);
  Result.Sources.push_back(std::move(Source));
}

void CommandFinder::addSource(const std::string &File) {
  SourceCommand Source;
  Source.File = File;
  Source.AbsolutePath = absolutePath(File, CurrentFolder);
  Source.Directory = CurrentFolder;
  if (Options.FixedCommand) {
    Source.Command = *Options.FixedCommand;
    return add(std::move(Source));
  }
  CompilationDatabase *Database =
      OfBuildPath ? OfBuildPath.get()
                  : databaseAbove(path::parent_path(Source.AbsolutePath));
  if (Database) {
    const std::vector<CompileCommand> Commands =
        Database->getCompileCommands(Source.AbsolutePath);
    if (!Commands.empty())
      take(Source, Commands.front());
  }
  add(std::move(Source));
}

static bool isCuda(const CompileCommand &Command) {
  return path::extension(Command.Filename) == ".cu" ||
         llvm::is_contained(translateArguments(Command.CommandLine).Arguments,
                            "cuda");
}

void CommandFinder::addCudaFiles() {
  for (const CompileCommand &Command : OfBuildPath->getAllCompileCommands()) {
    if (!isCuda(Command))
      continue;
    SourceCommand Source;
    Source.File = Command.Filename;
    Source.Directory = CurrentFolder;
    take(Source, Command);
    Source.AbsolutePath = absolutePath(Source.File, Source.Directory);
    add(std::move(Source));
  }
}

llvm::Expected<SourceCommands> CommandFinder::find() {
  const bool UsesBuildPath =
      !Options.BuildPath.empty() && !Options.FixedCommand;
  if (Options.Sources.empty() && !UsesBuildPath)
    return usageError("no source files; name some, or a compilation database "
                      "with -p");
  if (UsesBuildPath)
    if (llvm::Error Failure = loadBuildPath())
      return Failure;
  for (const std::string &File : Options.Sources)
    addSource(File);
  if (Options.Sources.empty())
    addCudaFiles();
  if (Result.Sources.empty())
    return usageError("-p: the compilation database of '" + Options.BuildPath +
                      "' has no CUDA file");
  return std::move(Result);
}

llvm::Expected<SourceCommands>
banklint::findCommands(const RunOptions &Options) {
  llvm::SmallString<256> CurrentFolder;
  if (std::error_code Code = fs::current_path(CurrentFolder))
    return usageError("the current folder is not known: " + Code.message());
  return CommandFinder(Options, CurrentFolder).find();
}
