//===- DatabaseCommands.cpp - Which commands a file has -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/DatabaseCommands.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Commands/IncludeGraph.h"
#include "banklint/Commands/OptionsFiles.h"
#include "banklint/Hardware/Architecture.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace path = llvm::sys::path;

// Some libraries compile a file once for each of many types.
static constexpr size_t MaximalCommands = 8;
// Files that are read to find out who includes a header: about a second.
static constexpr size_t MaximalFilesRead = 5000;

using EntryList = llvm::ArrayRef<const DatabaseEntry *>;

DatabaseCommands::DatabaseCommands(CompileDatabase Database)
    : Database(std::move(Database)) {}

llvm::Expected<DatabaseCommands>
DatabaseCommands::load(const std::string &Path) {
  llvm::Expected<CompileDatabase> Database = CompileDatabase::load(Path);
  if (!Database)
    return Database.takeError();
  DatabaseCommands Result(std::move(*Database));
  for (const std::string &Warning : Result.Database.warnings())
    Result.warn("'" + Path + "': " + Warning);
  return Result;
}

void DatabaseCommands::warn(const llvm::Twine &Message) {
  if (Told.insert(Message.str()).second)
    Warnings.push_back(Message.str());
}

std::vector<std::string> DatabaseCommands::takeWarnings() {
  return std::exchange(Warnings, {});
}

SourceCommand DatabaseCommands::expand(const DatabaseEntry &Entry) {
  const CompilerCommand Found = findCompiler(Entry);
  ExpandedOptions Options =
      expandOptionsFiles(Found.Arguments, Found.Directory);
  for (const std::string &Problem : Options.Problems)
    warn("'" + Entry.File + "': " + Problem);
  SourceCommand Source;
  Source.File = nameFromHere(Entry.File, Entry.Directory,
                             *llvm::vfs::getRealFileSystem());
  Source.AbsolutePath = Entry.AbsolutePath;
  Source.Directory = Found.Directory;
  Source.Dialect = Found.Dialect;
  Source.IsInDatabase = true;
  // Only inputs follow "--"; extra arguments must not come to stand there.
  Source.Command.assign(Options.Command.begin(),
                        llvm::find(Options.Command, "--"));
  return Source;
}

/// \p Entries are of one file. Of those that differ only in the architecture
/// the newest counts.
std::vector<SourceCommand> DatabaseCommands::distinct(EntryList Entries) {
  CommandRank Best = CommandRank::NvccStep;
  for (const DatabaseEntry *Entry : Entries)
    Best = std::max(Best, findCompiler(*Entry).Rank);
  struct Way {
    SourceCommand Source;
    const Architecture *Arch;
  };
  llvm::MapVector<std::string, Way, llvm::StringMap<unsigned>> Ways;
  for (const DatabaseEntry *Entry : Entries) {
    if (findCompiler(*Entry).Rank != Best)
      continue;
    SourceCommand Source = expand(*Entry);
    const TranslatedArguments Translated =
        translateArguments(Source.Command, Source.Dialect);
    std::string Key = Source.Directory;
    for (const std::string &Argument : Translated.Arguments)
      Key += '\0' + Argument;
    const Architecture *Arch =
        Translated.Arch ? findArchitecture(*Translated.Arch) : nullptr;
    Way Own = {std::move(Source), Arch};
    const auto [Place, IsNew] = Ways.try_emplace(std::move(Key), Own);
    // Rows of one table, oldest first.
    if (!IsNew && std::less<>()(Place->second.Arch, Arch))
      Place->second = std::move(Own);
  }
  std::vector<SourceCommand> Result;
  for (auto &[Key, Each] : Ways.takeVector())
    Result.push_back(std::move(Each.Source));
  if (Result.size() > MaximalCommands) {
    warn("'" + Result.front().File + "' has " + llvm::Twine(Result.size()) +
         " compile commands; only the first " + llvm::Twine(MaximalCommands) +
         " are analyzed");
    Result.resize(MaximalCommands);
  }
  return Result;
}

std::vector<SourceCommand>
DatabaseCommands::commandsOf(llvm::StringRef AbsolutePath) {
  return distinct(Database.entriesOf(AbsolutePath));
}

const std::vector<const DatabaseEntry *> &DatabaseCommands::cudaEntries() {
  if (CudaEntries)
    return *CudaEntries;
  CudaEntries.emplace();
  for (const DatabaseEntry &Entry : Database.entries()) {
    const CompilerCommand Found = findCompiler(Entry);
    const bool IsStep = Found.Rank == CommandRank::NvccStep;
    // What nvcc preprocesses is C++ to the host compiler.
    if (IsStep
            ? path::extension(Entry.File) == ".cu"
            : isCudaCommand(
                  Entry.File,
                  expandOptionsFiles(Found.Arguments, Found.Directory).Command))
      CudaEntries->push_back(&Entry);
  }
  return *CudaEntries;
}

std::vector<SourceCommand> DatabaseCommands::ofCudaFiles() {
  llvm::MapVector<std::string, std::vector<const DatabaseEntry *>,
                  llvm::StringMap<unsigned>>
      ByPath;
  for (const DatabaseEntry *Entry : cudaEntries())
    ByPath[Entry->plainPath()].push_back(Entry);
  std::vector<SourceCommand> Result;
  for (const auto &[Path, Entries] : ByPath) {
    std::vector<SourceCommand> Commands = distinct(Entries);
    for (SourceCommand &Each : Commands) {
      // Entries may spell it in several ways.
      Each.File = Commands.front().File;
      Result.push_back(Each);
    }
  }
  return Result;
}

/// The number of leading parts that two paths share.
static int commonParts(llvm::StringRef A, llvm::StringRef B) {
  int Count = 0;
  for (auto I = path::begin(A), J = path::begin(B);
       I != path::end(A) && J != path::end(B) && *I == *J; ++I, ++J)
    ++Count;
  return Count;
}

std::vector<const DatabaseEntry *>
DatabaseCommands::nearestFirst(llvm::StringRef Path) {
  // Entries of one list, so that their order is that of the database.
  std::vector<std::pair<int, const DatabaseEntry *>> Ranked;
  for (const DatabaseEntry *Entry : cudaEntries())
    Ranked.push_back({-commonParts(Entry->AbsolutePath, Path), Entry});
  llvm::sort(Ranked);
  std::vector<const DatabaseEntry *> Result;
  for (const auto &[Parts, Entry] : Ranked)
    Result.push_back(Entry);
  return Result;
}

std::optional<SourceCommand>
DatabaseCommands::ofIncluder(llvm::StringRef AbsolutePath) {
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(AbsolutePath, Real))
    return std::nullopt;
  IncludeGraph Graph({Real.str()});
  for (const DatabaseEntry *Entry : nearestFirst(AbsolutePath)) {
    SourceCommand Source = expand(*Entry);
    const std::vector<std::string> Arguments =
        translateArguments(Source.Command, Source.Dialect).Arguments;
    if (Graph.reach({Source.AbsolutePath, Arguments, Source.Directory}) ==
        IncludeReach::Yes)
      return Source;
    if (Graph.filesRead() > MaximalFilesRead)
      break;
  }
  return std::nullopt;
}

std::optional<SourceCommand>
DatabaseCommands::ofNearest(llvm::StringRef AbsolutePath) {
  const std::vector<const DatabaseEntry *> Entries = nearestFirst(AbsolutePath);
  if (Entries.empty())
    return std::nullopt;
  return expand(*Entries.front());
}
