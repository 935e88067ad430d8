//===- CompileDatabase.cpp - The commands of a build ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompileDatabase.h"
#include "banklint/Commands/CommandText.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Support/NestingLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

// Larger than any real database. The tree of values takes several times that.
static constexpr uint64_t MaximalBytes = 512 << 20;

std::string CompileDatabase::fileIn(llvm::StringRef Folder) {
  for (llvm::StringRef Name : {"compile_commands.json", "compile_flags.txt"}) {
    llvm::SmallString<256> Candidate(Folder);
    path::append(Candidate, Name);
    if (fs::exists(Candidate))
      return Candidate.str().str();
  }
  return "";
}

std::string DatabaseEntry::plainPath() const {
  llvm::SmallString<256> Plain(AbsolutePath);
  path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return Plain.str().str();
}

static llvm::Error badDatabase(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

namespace {

/// Reads the values of one entry.
class EntryReader {
public:
  EntryReader(const json::Object &Values, size_t Number, llvm::StringRef Folder)
      : Values(Values), Number(Number), Folder(Folder) {}

  llvm::Expected<DatabaseEntry> read() const;

private:
  llvm::Error bad(const llvm::Twine &Message) const {
    return badDatabase("entry " + llvm::Twine(Number) + ": " + Message);
  }
  llvm::Error checkText(llvm::StringRef Key, llvm::StringRef Text) const;
  llvm::Expected<std::string> text(llvm::StringRef Key) const;
  llvm::Error readCommand(DatabaseEntry &Entry) const;

  const json::Object &Values;
  /// From 1.
  const size_t Number;
  const llvm::StringRef Folder;
};

} // namespace

llvm::Error EntryReader::checkText(llvm::StringRef Key,
                                   llvm::StringRef Text) const {
  if (Text.contains('\0'))
    return bad("'" + Key + "' contains a NUL character");
  return llvm::Error::success();
}

/// Empty if there is no such key.
llvm::Expected<std::string> EntryReader::text(llvm::StringRef Key) const {
  const json::Value *Value = Values.get(Key);
  if (!Value)
    return "";
  const std::optional<llvm::StringRef> Text = Value->getAsString();
  if (!Text)
    return bad("'" + Key + "' is not a string");
  if (llvm::Error Failure = checkText(Key, *Text))
    return Failure;
  return Text->str();
}

llvm::Error EntryReader::readCommand(DatabaseEntry &Entry) const {
  const json::Value *List = Values.get("arguments");
  if (!List) {
    if (!Values.get("command"))
      return bad("has neither 'command' nor 'arguments'");
    llvm::Expected<std::string> Command = text("command");
    if (!Command)
      return Command.takeError();
    Entry.Command = splitShellWords(*Command);
    return llvm::Error::success();
  }
  if (!List->getAsArray())
    return bad("'arguments' is not a list of strings");
  for (const json::Value &Item : *List->getAsArray()) {
    const std::optional<llvm::StringRef> Argument = Item.getAsString();
    if (!Argument)
      return bad("'arguments' is not a list of strings");
    if (llvm::Error Failure = checkText("arguments", *Argument))
      return Failure;
    Entry.Command.push_back(Argument->str());
  }
  return llvm::Error::success();
}

llvm::Expected<DatabaseEntry> EntryReader::read() const {
  DatabaseEntry Entry;
  if (llvm::Error Failure = text("file").moveInto(Entry.File))
    return Failure;
  if (Entry.File.empty())
    return bad("has no 'file'");
  llvm::Expected<std::string> Directory = text("directory");
  if (!Directory)
    return Directory.takeError();
  Entry.Directory = absolutePath(*Directory, Folder);
  Entry.AbsolutePath = absolutePath(Entry.File, Entry.Directory);
  if (llvm::Error Failure = readCommand(Entry))
    return Failure;
  return Entry;
}

/// The number, from 1, of the line of \p Text that \p Offset is in.
static size_t lineOf(llvm::StringRef Text, size_t Offset) {
  return Text.take_front(Offset).count('\n') + 1;
}

llvm::Error CompileDatabase::readJson(llvm::StringRef Text,
                                      llvm::StringRef Folder) {
  if (const std::optional<size_t> TooDeep = tooDeepJsonAt(Text))
    return badDatabase("values are nested too deeply in line " +
                       llvm::Twine(lineOf(Text, *TooDeep)));
  size_t Offset = 0;
  std::string Fixed;
  if (!json::isUTF8(Text, &Offset)) {
    Warnings.push_back(
        ("invalid UTF-8 in line " + llvm::Twine(lineOf(Text, Offset)) +
         ": files and options with such characters will not be found")
            .str());
    Fixed = json::fixUTF8(Text);
    Text = Fixed;
  }
  llvm::Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return Root.takeError();
  const json::Array *List = Root->getAsArray();
  if (!List)
    return badDatabase("not a list of entries");
  for (const json::Value &Value : *List) {
    const size_t Number = Entries.size() + 1;
    const json::Object *Object = Value.getAsObject();
    if (!Object)
      return badDatabase("entry " + llvm::Twine(Number) + " is not an object");
    llvm::Expected<DatabaseEntry> Entry =
        EntryReader(*Object, Number, Folder).read();
    if (!Entry)
      return Entry.takeError();
    ByName[path::filename(Entry->plainPath())].push_back(Entries.size());
    Entries.push_back(std::move(*Entry));
  }
  return llvm::Error::success();
}

void CompileDatabase::readFlags(llvm::StringRef Text, llvm::StringRef Folder) {
  IsForAll = true;
  DatabaseEntry Entry;
  Entry.Directory = Folder.str();
  Entry.Command = {"clang++"};
  for (llvm::StringRef Line : llvm::split(Text, '\n'))
    if (!Line.trim().empty())
      Entry.Command.push_back(Line.trim().str());
  Entries.push_back(std::move(Entry));
}

llvm::Expected<CompileDatabase> CompileDatabase::load(const std::string &Path) {
  CompileDatabase Result;
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return badDatabase(Code.message());
  if (!fs::is_regular_file(Status))
    return badDatabase("not a regular file");
  if (Status.getSize() > MaximalBytes)
    return badDatabase("larger than " + llvm::Twine(MaximalBytes >> 20) +
                       " MiB");
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return badDatabase(Buffer.getError().message());
  const llvm::StringRef Text = (*Buffer)->getBuffer();
  const llvm::StringRef Folder = path::parent_path(Path);
  if (path::extension(Path) != ".json") {
    Result.readFlags(Text, Folder);
    return Result;
  }
  if (llvm::Error Failure = Result.readJson(Text, Folder))
    return Failure;
  return Result;
}

std::vector<const DatabaseEntry *>
CompileDatabase::entriesOf(llvm::StringRef Path) const {
  if (IsForAll)
    return {&Entries.front()};
  std::vector<const DatabaseEntry *> Result;
  const std::string Plain = DatabaseEntry{"", Path.str(), "", {}}.plainPath();
  // A link has a name of its own, but is mostly called like what it is for.
  const auto Found = ByName.find(path::filename(Plain));
  if (Found == ByName.end())
    return Result;
  for (size_t Index : Found->second)
    if (Entries[Index].plainPath() == Plain)
      Result.push_back(&Entries[Index]);
  if (!Result.empty())
    return Result;
  for (size_t Index : Found->second)
    if (fs::equivalent(Entries[Index].AbsolutePath, Path))
      Result.push_back(&Entries[Index]);
  return Result;
}
