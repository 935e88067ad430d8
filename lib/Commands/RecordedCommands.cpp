//===- RecordedCommands.cpp - Compile commands of builds ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/RecordedCommands.h"
#include "banklint/Commands/CompilerCommand.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Commands/OptionsFiles.h"
#include "banklint/Support/NestingLimits.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral Extension = ".json";

static llvm::Error fileError(llvm::StringRef File, std::error_code Code) {
  return llvm::createStringError(Code, "'" + File + "': " + Code.message());
}

/// Steps that compile nothing: dependencies, and what nvcc would do.
static bool compilesNothing(llvm::ArrayRef<std::string> Arguments) {
  return llvm::any_of(Arguments, [](llvm::StringRef Argument) {
    return llvm::is_contained({"-M", "-MM", "--generate-dependencies",
                               "--generate-nonsystem-dependencies", "-dryrun",
                               "--dryrun", "-E", "--preprocess"},
                              Argument);
  });
}

/// The sources among \p Arguments of a compiler.
static std::vector<llvm::StringRef>
sourcesIn(llvm::ArrayRef<std::string> Arguments) {
  static constexpr llvm::StringLiteral Extensions[] = {".cu", ".cpp", ".cc",
                                                       ".cxx", ".c"};
  // Of other options with a value, the value does not end like a source.
  static constexpr llvm::StringLiteral WithFile[] = {
      "-o", "--output-file", "-include", "--pre-include", "-MF", "-MT", "-MQ"};
  std::vector<llvm::StringRef> Sources;
  bool IsValue = false;
  for (llvm::StringRef Argument : Arguments) {
    if (!std::exchange(IsValue, llvm::is_contained(WithFile, Argument)) &&
        !Argument.starts_with("-") &&
        llvm::is_contained(Extensions, path::extension(Argument)) &&
        isCudaCommand(Argument, Arguments))
      Sources.push_back(Argument);
  }
  return Sources;
}

/// What \p Arguments say of the output, in one of the forms "-o x", "-ox",
/// "-odir x", "--output-file x" and "--output-file=x".
static std::string outputIn(llvm::ArrayRef<std::string> Arguments) {
  std::string Output;
  bool IsValue = false;
  for (llvm::StringRef Argument : Arguments) {
    const bool IsOption =
        Argument.starts_with("-o") || Argument.starts_with("--output");
    if (std::exchange(IsValue, IsOption) || IsOption)
      Output += (Argument + " ").str();
  }
  return Output;
}

static json::Object toJson(const DatabaseEntry &Entry) {
  json::Array Arguments;
  for (const std::string &Word : Entry.Command)
    Arguments.push_back(json::fixUTF8(Word));
  return json::Object{{"directory", json::fixUTF8(Entry.Directory)},
                      {"file", json::fixUTF8(Entry.File)},
                      {"arguments", std::move(Arguments)}};
}

/// Writes \p Value to \p File, which nobody sees in part.
static llvm::Error writeWhole(json::Value Value, llvm::StringRef File) {
  return llvm::writeToOutput(File, [&](llvm::raw_ostream &OS) {
    OS << llvm::formatv("{0:2}", Value) << '\n';
    return llvm::Error::success();
  });
}

llvm::Error banklint::recordCommand(llvm::ArrayRef<std::string> Command,
                                    llvm::StringRef Directory,
                                    llvm::StringRef Store) {
  DatabaseEntry Entry;
  Entry.Directory = Directory.str();
  Entry.Command = expandOptionsFiles(Command, Directory).Command;
  const CompilerCommand Compiler = findCompiler(Entry);
  if (Compiler.Rank != CommandRank::Compiler ||
      compilesNothing(Compiler.Arguments))
    return llvm::Error::success();
  for (llvm::StringRef Source : sourcesIn(Compiler.Arguments)) {
    if (std::error_code Code = fs::create_directories(Store))
      return fileError(Store, Code);
    Entry.File = Source.str();
    const std::string Key = Directory.str() + '\0' + Source.str() + '\0' +
                            outputIn(Compiler.Arguments);
    llvm::SmallString<256> File(Store);
    path::append(File, llvm::utohexstr(llvm::xxh3_64bits(Key)) + Extension);
    if (llvm::Error Failure = writeWhole(toJson(Entry), File))
      return Failure;
  }
  return llvm::Error::success();
}

/// The entry in \p File; nothing if it is no record, such as one that is only
/// half there.
static std::optional<DatabaseEntry> readRecord(llvm::StringRef File) {
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text || tooDeepJsonAt(*Text)) {
    llvm::consumeError(Text.takeError());
    return std::nullopt;
  }
  llvm::Expected<json::Value> Value = json::parse(*Text);
  if (!Value) {
    llvm::consumeError(Value.takeError());
    return std::nullopt;
  }
  DatabaseEntry Entry;
  json::Path::Root Root;
  json::ObjectMapper Map(*Value, Root);
  if (!Map || !Map.map("directory", Entry.Directory) ||
      !Map.map("file", Entry.File) || !Map.map("arguments", Entry.Command))
    return std::nullopt;
  Entry.AbsolutePath = absolutePath(Entry.File, Entry.Directory);
  return Entry;
}

/// Whether \p Path, with its symbolic links resolved, is \p Root or below it.
static bool isIn(llvm::StringRef Path, llvm::StringRef Root) {
  llvm::SmallString<256> Real;
  if (fs::real_path(Path, Real))
    return false;
  llvm::StringRef Rest = Real;
  return Rest.consume_front(Root) &&
         (Rest.empty() || Rest.starts_with("/") || Root.ends_with("/"));
}

llvm::Expected<RecordedCommands>
banklint::recordedCommands(llvm::StringRef Store, llvm::StringRef Root) {
  RecordedCommands Result;
  std::error_code Code;
  for (fs::directory_iterator File(Store, Code), End; File != End && !Code;
       File.increment(Code)) {
    if (path::extension(File->path()) != Extension)
      continue;
    std::optional<DatabaseEntry> Entry = readRecord(File->path());
    if (!Entry ||
        (!isIn(Entry->Directory, Root) && !isIn(Entry->AbsolutePath, Root)))
      continue;
    if (fs::exists(Entry->AbsolutePath))
      Result.Entries.push_back(std::move(*Entry));
    else
      ++Result.Gone;
  }
  if (Code && Code != std::errc::no_such_file_or_directory)
    return fileError(Store, Code);
  llvm::sort(Result.Entries,
             [](const DatabaseEntry &A, const DatabaseEntry &B) {
               return std::pair(A.plainPath(), A.Command) <
                      std::pair(B.plainPath(), B.Command);
             });
  return Result;
}

llvm::Error banklint::writeDatabase(llvm::ArrayRef<DatabaseEntry> Entries,
                                    llvm::StringRef File) {
  json::Array All;
  for (const DatabaseEntry &Entry : Entries)
    All.push_back(toJson(Entry));
  return writeWhole(std::move(All), File);
}
