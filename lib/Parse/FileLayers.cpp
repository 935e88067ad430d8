//===- FileLayers.cpp - The files that a parse sees -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/FileLayers.h"
#include "banklint/CudaHeaders/CudaHeaders.h"
#include "banklint/Parse/ClangHeaders.h"
#include "banklint/Parse/EmbeddedFileSystem.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <functional>

using namespace banklint;

llvm::ArrayRef<EmbeddedFile> banklint::embeddedHeaders() {
  return cudaHeaders();
}

bool banklint::isStandIn(llvm::StringRef Path) {
  return Path.consume_front(HeaderDirectory) && Path.starts_with("/stand-ins/");
}

bool banklint::isDeclaredAtStart(const EmbeddedFile &Header) {
  return Header.Name == DeclarationsHeader ||
         Header.Name.starts_with("banklint/");
}

ToolkitsLast
banklint::withToolkitsLast(const std::vector<std::string> &Arguments,
                           llvm::StringRef Directory,
                           llvm::vfs::FileSystem &Files) {
  ToolkitsLast Result;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    llvm::StringRef Argument = Arguments[I];
    llvm::StringRef Included;
    if ((Argument == "-I" || Argument == "-isystem") &&
        I + 1 != Arguments.size())
      Included = Arguments[I + 1];
    else if (Argument.starts_with("-I"))
      Included = Argument.drop_front(2);
    llvm::SmallString<256> Header(Included);
    llvm::sys::fs::make_absolute(Directory, Header);
    const std::string Toolkit = Header.str().str();
    llvm::sys::path::append(Header, "cuda_runtime_api.h");
    if (Included.empty() || !Files.exists(Header)) {
      Result.Arguments.push_back(Argument.str());
      continue;
    }
    Result.Arguments.insert(Result.Arguments.end(), {"-idirafter", Toolkit});
    Result.Directories.push_back(Toolkit);
    I += Included.data() == Arguments[I].data() + 2 ? 0 : 1;
  }
  return Result;
}

/// Where the blanks from \p At on end.
static size_t skipBlanks(llvm::StringRef Text, size_t At) {
  return std::min(Text.find_first_not_of(" \t", At), Text.size());
}

/// Joins the two angle brackets at \p At of \p Text with a third one behind
/// blanks, if there is one.
static void joinThird(std::string &Text, size_t At) {
  const size_t Third = skipBlanks(Text, At + 2);
  // `>> >=` ends a template's arguments and compares.
  if (Third != Text.size() && Text[Third] == Text[At] &&
      llvm::StringRef(Text).substr(Third + 1, 1) != "=")
    std::swap(Text[At + 2], Text[Third]);
}

/// True if two angle brackets at \p At of \p Text begin a launch that blanks
/// divide.
static bool isDividedLaunch(llvm::StringRef Text, size_t At) {
  const size_t Third = skipBlanks(Text, At + 2);
  const llvm::StringRef Line = Text.take_front(At).rsplit('\n').second;
  // In a string, most likely.
  if (Line.count('"') % 2)
    return false;
  return Third != At + 2 && Third != Text.size() && Text[Third] == '<' &&
         // `operator<< <char>` is a template.
         !Text.take_front(At).rtrim().ends_with("operator");
}

std::optional<std::string> banklint::withJoinedChevrons(llvm::StringRef Text) {
  std::optional<std::string> Result;
  for (size_t At = Text.find("<<"); At != llvm::StringRef::npos;
       At = Text.find("<<", At + 2)) {
    if (!isDividedLaunch(Text, At))
      continue;
    if (!Result)
      Result = Text.str();
    joinThird(*Result, At);
    const llvm::StringRef Statement = Text.take_front(Text.find(';', At));
    for (size_t Close = Statement.find(">>", At);
         Close != llvm::StringRef::npos;
         Close = Statement.find(">>", Close + 2))
      joinThird(*Result, Close);
  }
  return Result;
}

namespace {
/// A file whose chevrons are joined.
class JoinedFile : public llvm::vfs::File {
public:
  JoinedFile(std::unique_ptr<File> Original,
             std::function<void(llvm::StringRef)> OnRead)
      : Original(std::move(Original)), OnRead(std::move(OnRead)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override {
    return Original->status();
  }
  llvm::ErrorOr<std::string> getName() override { return Original->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t FileSize,
            bool RequiresNullTerminator, bool IsVolatile) override {
    auto Buffer =
        Original->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    if (!Buffer)
      return Buffer;
    OnRead((*Buffer)->getBuffer());
    if (std::optional<std::string> Joined =
            withJoinedChevrons((*Buffer)->getBuffer()))
      return llvm::MemoryBuffer::getMemBufferCopy(
          *Joined, (*Buffer)->getBufferIdentifier());
    return Buffer;
  }
  std::error_code close() override { return Original->close(); }

private:
  std::unique_ptr<File> Original;
  std::function<void(llvm::StringRef)> OnRead;
};
} // namespace

void ReadRecorder::noteAbsence(const llvm::Twine &Path, std::error_code Code) {
  if (Code == std::errc::no_such_file_or_directory ||
      Code == std::errc::not_a_directory) {
    std::string Name = Path.str();
    FileState &State = States[Name];
    State.IsUnsteady |= State.Hash.has_value();
    State.Path = std::move(Name);
  }
}

llvm::ErrorOr<llvm::vfs::Status> ReadRecorder::status(const llvm::Twine &Path) {
  llvm::ErrorOr<llvm::vfs::Status> Found = ProxyFileSystem::status(Path);
  if (!Found)
    noteAbsence(Path, Found.getError());
  return Found;
}

void ReadRecorder::add(const FileState &State) {
  if (State.Hash)
    Opened.insert(State.Path);
  const auto [Known, IsNew] = States.try_emplace(State.Path, State);
  Known->second.IsUnsteady |= !IsNew && Known->second.Hash != State.Hash;
}

std::vector<std::string> ReadRecorder::opened() const {
  return {Opened.begin(), Opened.end()};
}

std::vector<FileState> ReadRecorder::states() const {
  std::vector<FileState> Result;
  for (const auto &[Path, State] : States)
    Result.push_back(State);
  return Result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
ReadRecorder::openFileForRead(const llvm::Twine &Path) {
  // Opening a pipe waits for its writer, and a device may never end.
  if (const auto Known = ProxyFileSystem::status(Path);
      Known && !Known->isRegularFile() && Path.str() != "/dev/null")
    return std::make_error_code(std::errc::invalid_argument);
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File) {
    noteAbsence(Path, File.getError());
    return File;
  }
  const llvm::ErrorOr<llvm::vfs::Status> Status = (*File)->status();
  if (Status && Status->isRegularFile())
    Opened.insert(Path.str());
  const auto OnRead = [this, Name = Path.str()](llvm::StringRef Text) {
    const uint64_t Hash = contentHash(Text);
    const auto [Known, IsNew] = States.try_emplace(Name);
    FileState &State = Known->second;
    State.IsUnsteady |= !IsNew && State.Hash != Hash;
    State.Path = Name;
    State.Hash = Hash;
  };
  return std::make_unique<JoinedFile>(std::move(*File), OnRead);
}

llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
banklint::withEmbedded(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                       llvm::StringRef Injected,
                       llvm::ArrayRef<std::string> Toolkits) {
  auto Overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Files));
  auto Embedded = llvm::makeIntrusiveRefCnt<EmbeddedFileSystem>();
  Embedded->add(ResourceDirectory, clangHeaders());
  Embedded->add(DebianResourceDirectory, clangHeaders());
  Embedded->add(HeaderDirectory, cudaHeaders());
  for (const std::string &Directory : Toolkits)
    Embedded->add(Directory, cudaHeaders());
  Overlay->pushOverlay(std::move(Embedded));
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(InjectedHeader, 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Injected));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}
