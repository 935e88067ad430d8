//===- FileLayers.h - The files that a parse sees ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layers of files that a parse sees: those of the caller, the embedded
// headers of CUDA and Clang over them, and declarations for names that a first
// parse lacks.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_FILELAYERS_H
#define BANKLINT_PARSE_FILELAYERS_H

#include "banklint/Support/EmbeddedFile.h"
#include "banklint/Support/FileState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

/// Where the embedded headers seem to be. No real directory has this name.
constexpr llvm::StringLiteral HeaderDirectory = "/banklint-cuda-headers";
/// The one that is read before the source.
constexpr llvm::StringLiteral DeclarationsHeader = "banklint_cuda.h";
/// Declares the names that the first parse missed.
constexpr llvm::StringLiteral InjectedHeader = "/banklint-injected.h";

/// What is in HeaderDirectory.
llvm::ArrayRef<EmbeddedFile> embeddedHeaders();

/// Whether \p Path is an embedded header that stands in for one of a library
/// which is not installed.
bool isStandIn(llvm::StringRef Path);

/// Whether DeclarationsHeader includes \p Header, or is it.
bool isDeclaredAtStart(const EmbeddedFile &Header);

/// Compile options, and the include directories of toolkits that they name.
struct ToolkitsLast {
  std::vector<std::string> Arguments;
  /// Absolute.
  std::vector<std::string> Directories;
};

/// \p Arguments with the include directories of CUDA toolkits behind all
/// others: what the embedded headers declare must not be declared twice.
ToolkitsLast withToolkitsLast(const std::vector<std::string> &Arguments,
                              llvm::StringRef Directory,
                              llvm::vfs::FileSystem &Files);

/// \p Text, if it has any, with the blanks in `<< <` and `>> >` of launches
/// moved behind these. nvcc takes them for chevrons, Clang does not. No other
/// offset changes.
std::optional<std::string> withJoinedChevrons(llvm::StringRef Text);

/// Notes which regular files are opened, what they contain and which names do
/// not exist, and joins chevrons in what is read. One thread at a time may use
/// it.
class ReadRecorder : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

  /// Takes \p State over from an earlier recorder: a file that was opened, or a
  /// name without one.
  void add(const FileState &State);
  /// Sorted.
  std::vector<std::string> opened() const;
  /// Sorted by path, each once.
  std::vector<FileState> states() const;

private:
  void noteAbsence(const llvm::Twine &Path, std::error_code Code);

  std::set<std::string> Opened;
  std::map<std::string, FileState> States;
};

/// \p Files with the embedded headers laid over them. They are over the
/// directories \p Toolkits as well, since a header there that has no embedded
/// one includes others from beside itself.
llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
withEmbedded(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
             llvm::StringRef Injected, llvm::ArrayRef<std::string> Toolkits);

} // namespace banklint

#endif // BANKLINT_PARSE_FILELAYERS_H
