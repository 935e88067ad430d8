//===- EmbeddedFileSystem.cpp - The binary's files, as files --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/EmbeddedFileSystem.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <limits>

using namespace banklint;
using namespace llvm;
namespace fs = llvm::sys::fs;

namespace {

/// An embedded file that is open.
class OpenFile : public vfs::File {
public:
  OpenFile(vfs::Status Stat, StringRef Text)
      : Stat(std::move(Stat)), Text(Text) {}

  ErrorOr<vfs::Status> status() override { return Stat; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool RequiresNullTerminator,
                                                   bool) override {
    SmallString<256> Storage;
    return MemoryBuffer::getMemBuffer(Text, Name.toStringRef(Storage),
                                      RequiresNullTerminator);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status Stat;
  StringRef Text;
};

} // namespace

void EmbeddedFileSystem::add(StringRef Directory,
                             ArrayRef<EmbeddedFile> Files) {
  assert(llvm::is_sorted(Files,
                         [](const EmbeddedFile &A, const EmbeddedFile &B) {
                           return A.Name < B.Name;
                         }) &&
         "embedded files out of order");
  Roots.push_back({normalized(Directory), Files});
}

std::string EmbeddedFileSystem::normalized(const Twine &Path) const {
  SmallString<256> Result;
  Path.toVector(Result);
  fs::make_absolute(WorkingDirectory, Result);
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

EmbeddedFileSystem::Entry EmbeddedFileSystem::find(StringRef Path) const {
  for (const Root &R : Roots) {
    StringRef Name = Path;
    if (!Name.consume_front(R.Directory))
      continue;
    if (Name.empty())
      return {nullptr, /*IsDirectory=*/true};
    if (!Name.consume_front("/"))
      continue;
    const EmbeddedFile *Found = llvm::partition_point(
        R.Files, [Name](const EmbeddedFile &F) { return F.Name < Name; });
    if (Found == R.Files.end())
      continue;
    if (Found->Name == Name)
      return {Found, /*IsDirectory=*/false};
    const std::string Below = (Name + "/").str();
    const EmbeddedFile *First = llvm::partition_point(
        R.Files, [&Below](const EmbeddedFile &F) { return F.Name < Below; });
    if (First != R.Files.end() && First->Name.starts_with(Below))
      return {nullptr, /*IsDirectory=*/true};
  }
  return {};
}

ErrorOr<vfs::Status> EmbeddedFileSystem::status(const Twine &Path) {
  const std::string Name = normalized(Path);
  const Entry Found = find(Name);
  if (!Found.File && !Found.IsDirectory)
    return make_error_code(errc::no_such_file_or_directory);
  // The device is the one that LLVM gives its virtual files.
  const fs::UniqueID Id(std::numeric_limits<uint64_t>::max(),
                        xxh3_64bits(Name));
  return vfs::Status(Path, Id, sys::TimePoint<>(), 0, 0,
                     Found.File ? Found.File->Text.size() : 0,
                     Found.File ? fs::file_type::regular_file
                                : fs::file_type::directory_file,
                     fs::perms::all_read);
}

ErrorOr<std::unique_ptr<vfs::File>>
EmbeddedFileSystem::openFileForRead(const Twine &Path) {
  const Entry Found = find(normalized(Path));
  if (!Found.File)
    return make_error_code(Found.IsDirectory ? errc::is_a_directory
                                             : errc::no_such_file_or_directory);
  return std::make_unique<OpenFile>(*status(Path), Found.File->Text);
}

vfs::directory_iterator EmbeddedFileSystem::dir_begin(const Twine &,
                                                      std::error_code &Code) {
  Code = make_error_code(errc::no_such_file_or_directory);
  return {};
}
