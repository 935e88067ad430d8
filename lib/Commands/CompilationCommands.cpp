//===- CompilationCommands.cpp - How the sources are compiled -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Commands/DatabaseCommands.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Commands/SelectFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error usageError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

namespace {

class CommandFinder {
public:
  CommandFinder(const CommandOptions &Options, llvm::StringRef CurrentFolder)
      : Options(Options), CurrentFolder(CurrentFolder) {}

  llvm::Expected<SourceCommands> find();

private:
  llvm::Error loadBuildPath();
  DatabaseCommands *databaseAbove(llvm::StringRef Folder);
  std::optional<DatabaseCommands> load(const std::string &File,
                                       std::string &Failure);
  void addSource(const std::string &File);
  llvm::Error addSelected(const std::string &Path);
  llvm::Error addSelectedOfDatabase(const std::string &Path);
  void addLacking(DatabaseCommands &Database, SourceCommand Source);
  const std::vector<SourceCommand> &cudaFiles();
  void nameHeaders();
  void add(SourceCommand Source);
  void takeWarnings(DatabaseCommands &Database) {
    llvm::append_range(Result.Warnings, Database.takeWarnings());
  }

  const CommandOptions &Options;
  const std::string CurrentFolder;
  std::optional<DatabaseCommands> OfBuildPath;
  /// What OfBuildPath has, once it was asked for.
  std::optional<std::vector<SourceCommand>> CudaFiles;
  /// Directories and globs that select nothing.
  std::vector<std::string> Empty;
  /// Databases by the folder that they lie in; nothing if one can't be read.
  std::map<std::string, std::optional<DatabaseCommands>> ByFolder;
  llvm::StringSet<> SeenPaths;
  SourceCommands Result;
};

} // namespace

std::optional<DatabaseCommands> CommandFinder::load(const std::string &File,
                                                    std::string &Failure) {
  llvm::Expected<DatabaseCommands> Database = DatabaseCommands::load(File);
  if (Database) {
    takeWarnings(*Database);
    return std::move(*Database);
  }
  Failure = "cannot use '" + File + "' as a compilation database: " +
            llvm::toString(Database.takeError());
  return std::nullopt;
}

/// What -p needs, for who has no build directory yet.
static llvm::StringRef howToGetDatabase() {
  return "; CMake writes the database when it configures: 'cmake -B build "
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON'";
}

/// Like clang-tidy, -p also searches the parents of its directory.
llvm::Error CommandFinder::loadBuildPath() {
  if (!fs::is_directory(Options.BuildPath))
    return usageError("-p: '" + Options.BuildPath + "' is not a directory" +
                      howToGetDatabase());
  const std::string Start = absolutePath(Options.BuildPath, CurrentFolder);
  for (llvm::StringRef Folder = Start; !Folder.empty();
       Folder = path::parent_path(Folder)) {
    const std::string File = CompileDatabase::fileIn(Folder);
    if (File.empty())
      continue;
    std::string Failure;
    OfBuildPath = load(File, Failure);
    return OfBuildPath ? llvm::Error::success() : usageError(Failure);
  }
  return usageError("-p: no compile_commands.json found in '" +
                    Options.BuildPath + "' or its parent directories" +
                    howToGetDatabase());
}

DatabaseCommands *CommandFinder::databaseAbove(llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    const auto [Position, IsNew] = ByFolder.try_emplace(Folder.str());
    const std::string File = IsNew ? CompileDatabase::fileIn(Folder) : "";
    if (!File.empty()) {
      std::string Failure;
      Position->second = load(File, Failure);
      if (!Position->second)
        Result.Warnings.push_back(Failure + "; it is ignored");
    }
    if (Position->second)
      return &*Position->second;
  }
  return nullptr;
}

void CommandFinder::add(SourceCommand Source) {
  Result.Sources.push_back(std::move(Source));
}

void CommandFinder::addSource(const std::string &File) {
  SourceCommand Source;
  Source.File = File;
  Source.AbsolutePath = absolutePath(File, CurrentFolder);
  Source.Directory = CurrentFolder;
  if (!SeenPaths.insert(withoutDots(Source.AbsolutePath)).second)
    return;
  if (Options.FixedCommand) {
    Source.Command = *Options.FixedCommand;
    Source.HasCommand = true;
    return add(std::move(Source));
  }
  DatabaseCommands *Database =
      OfBuildPath ? &*OfBuildPath
                  : databaseAbove(path::parent_path(Source.AbsolutePath));
  if (!Database)
    return add(std::move(Source));
  std::vector<SourceCommand> Commands =
      Database->commandsOf(Source.AbsolutePath);
  for (SourceCommand &Each : Commands) {
    Each.File = Source.File;
    Each.AbsolutePath = Source.AbsolutePath;
    Each.HasCommand = true;
    add(std::move(Each));
  }
  if (Commands.empty())
    addLacking(*Database, std::move(Source));
  takeWarnings(*Database);
}

/// Adds a file that \p Database has no entry of.
void CommandFinder::addLacking(DatabaseCommands &Database,
                               SourceCommand Source) {
  std::optional<SourceCommand> Other = Database.ofIncluder(Source.AbsolutePath);
  const std::string Lacks = "'" + Source.File +
                            "' is not in the compilation database; it is "
                            "analyzed ";
  if (Other) {
    Source.Includer = Other->AbsolutePath;
    Result.Notes.push_back(Lacks + "as part of '" + Other->File + "'");
  } else if ((Other = Database.ofNearest(Source.AbsolutePath))) {
    Result.Notes.push_back(Lacks + "by itself, with the options of '" +
                           Other->File + "'");
  } else {
    Result.Notes.push_back(Lacks + "by itself, without options");
    return add(std::move(Source));
  }
  Source.Directory = std::move(Other->Directory);
  Source.Command = std::move(Other->Command);
  Source.Dialect = Other->Dialect;
  Source.HasCommand = true;
  add(std::move(Source));
}

const std::vector<SourceCommand> &CommandFinder::cudaFiles() {
  if (!CudaFiles) {
    CudaFiles = OfBuildPath->ofCudaFiles();
    for (SourceCommand &Source : *CudaFiles)
      Source.HasCommand = true;
    takeWarnings(*OfBuildPath);
  }
  return *CudaFiles;
}

/// Adds what the directory or glob \p Path selects of the database of -p.
llvm::Error CommandFinder::addSelectedOfDatabase(const std::string &Path) {
  std::vector<std::string> Paths;
  for (const SourceCommand &Source : cudaFiles())
    Paths.push_back(Source.AbsolutePath);
  llvm::Expected<std::vector<bool>> IsSelected = selectAmong(Paths, Path);
  if (!IsSelected)
    return IsSelected.takeError();
  if (!llvm::is_contained(*IsSelected, true))
    Empty.push_back("no CUDA file of the compilation database matches '" +
                    Path + "'");
  // A file may have several commands.
  llvm::StringSet<> New;
  for (auto [Source, IsIn] : llvm::zip_equal(cudaFiles(), *IsSelected)) {
    const std::string Key = withoutDots(Source.AbsolutePath);
    if (!IsIn || SeenPaths.contains(Key))
      continue;
    New.insert(Key);
    add(Source);
  }
  for (llvm::StringRef Key : New.keys())
    SeenPaths.insert(Key);
  return llvm::Error::success();
}

/// Adds what the directory or glob \p Path selects.
llvm::Error CommandFinder::addSelected(const std::string &Path) {
  if (OfBuildPath)
    return addSelectedOfDatabase(Path);
  llvm::Expected<SelectedFiles> Selected = selectFiles(Path);
  if (!Selected)
    return Selected.takeError();
  llvm::append_range(Result.Errors, Selected->Problems);
  if (Selected->Paths.empty())
    Empty.push_back("no CUDA file matches '" + Path + "'");
  for (const std::string &File : Selected->Paths)
    addSource(File);
  return llvm::Error::success();
}

void CommandFinder::nameHeaders() {
  std::vector<HeaderName> Headers;
  for (const SourceCommand &Source : Result.Sources)
    if (!Source.Includer.empty())
      Headers.push_back({Source.File, Source.AbsolutePath});
  for (SourceCommand &Source : Result.Sources)
    Source.Headers = Headers;
}

llvm::Expected<SourceCommands> CommandFinder::find() {
  const bool UsesBuildPath =
      !Options.BuildPath.empty() && !Options.FixedCommand;
  if (Options.Sources.empty() && !UsesBuildPath)
    return usageError(
        "no source files; name them, or use -p with a compilation database");
  if (UsesBuildPath)
    if (llvm::Error Failure = loadBuildPath())
      return Failure;
  for (const std::string &Path : Options.Sources)
    if (!selectsFiles(Path))
      addSource(Path);
    else if (llvm::Error Failure = addSelected(Path))
      return Failure;
  if (Options.Sources.empty())
    llvm::append_range(Result.Sources, cudaFiles());
  nameHeaders();
  if (Result.Sources.empty() && !Empty.empty()) {
    llvm::append_range(Result.Errors, Empty);
    return usageError(llvm::join(Result.Errors, "; "));
  }
  llvm::append_range(Result.Warnings, Empty);
  if (Result.Sources.empty())
    return usageError("-p: the compilation database of '" + Options.BuildPath +
                      "' has no CUDA files");
  return std::move(Result);
}

llvm::Expected<SourceCommands>
banklint::findCommands(const CommandOptions &Options) {
  llvm::SmallString<256> CurrentFolder;
  if (std::error_code Code = fs::current_path(CurrentFolder))
    return usageError("cannot determine the current directory: " +
                      Code.message());
  return CommandFinder(Options, CurrentFolder).find();
}
