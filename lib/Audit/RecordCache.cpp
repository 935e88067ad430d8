//===- RecordCache.cpp - Results of earlier runs --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a line for each state, a line with three hashes, and the text:
//
//   <hash> <path>            a file
//   - <path>                 a name that does not exist
//   = <of the states> <of the text> <of the key>
//   <text>
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/RecordCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr uint64_t MaxBytes = 1ull << 30;
static constexpr std::chrono::hours MaxAge(24 * 30);

RecordCache::RecordCache(llvm::StringRef Directory,
                         std::function<void(const std::string &)> Warn)
    : Directory(Directory), Warn(std::move(Warn)) {
  std::error_code Code = fs::create_directories(Directory);
  if (!Code && !fs::is_directory(Directory))
    Code = std::make_error_code(std::errc::not_a_directory);
  if (Code) {
    warnOnce("the cache is not used: cannot create '" + this->Directory +
             "': " + Code.message());
    IsWritable = false;
  }
}

void RecordCache::warnOnce(const std::string &Problem) {
  if (!HasWarned)
    Warn(Problem);
  HasWarned = true;
}

std::string RecordCache::entryOf(llvm::StringRef Key) const {
  llvm::SmallString<256> Path(Directory);
  const llvm::XXH128_hash_t Hash =
      llvm::xxh3_128bits(llvm::ArrayRef(Key.bytes_begin(), Key.bytes_end()));
  // llvm::pruneCache looks after files of that name.
  path::append(Path, "llvmcache-" + llvm::utohexstr(Hash.high64) + "-" +
                         llvm::utohexstr(Hash.low64));
  return Path.str().str();
}

std::optional<uint64_t> RecordCache::stateOf(llvm::StringRef Path) {
  const auto [Found, IsNew] = Known.try_emplace(Path);
  if (!IsNew)
    return Found->second;
  if (!fs::exists(Path))
    return std::nullopt;
  // Directories, pipes and devices have no bytes that could be the same.
  Found->second = 0;
  if (fs::is_regular_file(Path))
    if (const auto Text = llvm::MemoryBuffer::getFile(
            Path, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      Found->second = contentHash((*Text)->getBuffer());
  return Found->second;
}

bool RecordCache::areSame(llvm::StringRef States) {
  while (!States.empty()) {
    const auto [Line, Rest] = States.split('\n');
    States = Rest;
    const auto [Hash, Path] = Line.split(' ');
    const std::optional<uint64_t> Now = stateOf(Path);
    uint64_t Then = 0;
    if (Hash == "-" ? Now.has_value()
                    : Hash.getAsInteger(16, Then) || Now != Then)
      return false;
  }
  return true;
}

std::optional<std::string> RecordCache::find(llvm::StringRef Key) {
  const std::string Path = entryOf(Key);
  if (!fs::is_regular_file(Path))
    return std::nullopt;
  const auto Entry = llvm::MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Entry)
    return std::nullopt;
  const llvm::StringRef All = (*Entry)->getBuffer();
  const size_t Mark = All.starts_with("= ") ? 0 : All.find("\n= ") + 1;
  const auto [Check, Text] = All.substr(Mark).split('\n');
  const llvm::StringRef States = All.take_front(Mark);
  const std::string Expected = "= " + llvm::utohexstr(contentHash(States)) +
                               " " + llvm::utohexstr(contentHash(Text)) + " " +
                               llvm::utohexstr(contentHash(Key));
  if (Check != Expected) {
    warnOnce("the cache has a damaged entry, '" + Path + "'; it is ignored");
    return std::nullopt;
  }
  if (!areSame(States))
    return std::nullopt;
  // What is used is pruned last; a cache that can only be read is used as well.
  if (llvm::Expected<fs::file_t> File = fs::openNativeFileForRead(Path)) {
    (void)fs::setLastAccessAndModificationTime(
        *File, std::chrono::system_clock::now());
    (void)fs::closeFile(*File);
  } else {
    llvm::consumeError(File.takeError());
  }
  return Text.str();
}

void RecordCache::store(llvm::StringRef Key, llvm::StringRef Text,
                        llvm::ArrayRef<FileState> States) {
  if (!IsWritable)
    return;
  std::string Lines;
  llvm::raw_string_ostream OS(Lines);
  for (const FileState &State : States) {
    if (State.IsUnsteady || llvm::StringRef(State.Path).contains('\n'))
      return;
    OS << (State.Hash ? llvm::utohexstr(*State.Hash) : "-") << ' ' << State.Path
       << '\n';
  }
  OS.flush();
  llvm::Expected<fs::TempFile> New =
      fs::TempFile::create(Directory + "/new-%%%%%%%%%%%%");
  const auto Fail = [this](llvm::Error Failure) {
    IsWritable = false;
    warnOnce("results are not kept: " + llvm::toString(std::move(Failure)));
  };
  if (!New)
    return Fail(New.takeError());
  llvm::raw_fd_ostream File(New->FD, /*shouldClose=*/false);
  File << Lines << "= " << llvm::utohexstr(contentHash(Lines)) << ' '
       << llvm::utohexstr(contentHash(Text)) << ' '
       << llvm::utohexstr(contentHash(Key)) << '\n'
       << Text;
  File.flush();
  if (const std::error_code Code = File.error()) {
    File.clear_error();
    llvm::consumeError(New->discard());
    return Fail(llvm::createStringError(Code, "cannot write to '" + Directory +
                                                  "': " + Code.message()));
  }
  if (llvm::Error Failure = New->keep(entryOf(Key)))
    Fail(std::move(Failure));
}

void RecordCache::prune() {
  llvm::CachePruningPolicy Policy;
  Policy.Expiration = MaxAge;
  Policy.MaxSizeBytes = MaxBytes;
  llvm::pruneCache(Directory, Policy);
}
