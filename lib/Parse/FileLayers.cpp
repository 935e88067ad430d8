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

using namespace banklint;

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

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
ReadRecorder::openFileForRead(const llvm::Twine &Path) {
  // Opening a pipe waits for its writer, and a device may never end.
  if (const auto Known = ProxyFileSystem::status(Path);
      Known && !Known->isRegularFile() && Path.str() != "/dev/null")
    return std::make_error_code(std::errc::invalid_argument);
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File)
    return File;
  const llvm::ErrorOr<llvm::vfs::Status> Status = (*File)->status();
  if (Status && Status->isRegularFile())
    Opened.insert(Path.str());
  return File;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
banklint::withEmbedded(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                       llvm::StringRef Injected,
                       llvm::ArrayRef<std::string> Toolkits) {
  auto Overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Files));
  auto Embedded = llvm::makeIntrusiveRefCnt<EmbeddedFileSystem>();
  Embedded->add(ResourceDirectory, clangHeaders());
  Embedded->add(HeaderDirectory, cudaHeaders());
  for (const std::string &Directory : Toolkits)
    Embedded->add(Directory, cudaHeaders());
  Overlay->pushOverlay(std::move(Embedded));
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(HeaderDirectory + "/toolkit-fixes/texture_fetch_functions.h",
                  0, llvm::MemoryBuffer::getMemBuffer(""));
  Memory->addFile(InjectedHeader, 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Injected));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}
