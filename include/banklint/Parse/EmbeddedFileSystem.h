//===- EmbeddedFileSystem.h - The binary's files, as files ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file system with embedded files in directories of any name. Unlike LLVM's
// file system in memory, it touches no text before the file is opened: hashing
// all of Clang's headers takes longer than most parses.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_EMBEDDEDFILESYSTEM_H
#define BANKLINT_PARSE_EMBEDDEDFILESYSTEM_H

#include "banklint/Support/EmbeddedFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace banklint {

class EmbeddedFileSystem : public llvm::vfs::FileSystem {
public:
  /// Makes \p Files, sorted by name and valid forever, the contents of
  /// \p Directory, an absolute path.
  void add(llvm::StringRef Directory, llvm::ArrayRef<EmbeddedFile> Files);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  /// No directory can be listed: nothing that Clang does needs it.
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &,
                                          std::error_code &Code) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    return WorkingDirectory;
  }
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &Path) override {
    WorkingDirectory = Path.str();
    return {};
  }

private:
  struct Root {
    std::string Directory;
    llvm::ArrayRef<EmbeddedFile> Files;
  };
  /// What a path names: a file, a directory of some, or nothing.
  struct Entry {
    const EmbeddedFile *File = nullptr;
    bool IsDirectory = false;
  };
  Entry find(llvm::StringRef Path) const;
  /// \p Path, absolute and without dots.
  std::string normalized(const llvm::Twine &Path) const;

  std::vector<Root> Roots;
  std::string WorkingDirectory = "/";
};

} // namespace banklint

#endif // BANKLINT_PARSE_EMBEDDEDFILESYSTEM_H
