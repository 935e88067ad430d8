//===- ToolCommand.cpp - Commands for Clang's own tools -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Frontend/ToolCommand.h"
#include "banklint/Parse/CompilerArguments.h"

using namespace banklint;

std::vector<std::string>
banklint::toolCommand(llvm::StringRef Path,
                      const std::vector<std::string> &Arguments,
                      llvm::StringRef Directory, const FrontendOptions &Options,
                      llvm::StringRef Headers) {
  CudaSetup Setup;
  Setup.Arch = Options.Arch;
  Setup.HeaderDirectory = Headers.str();
  Setup.EmbedsCompilerHeaders = false;
  if (Options.Headers == CudaHeaders::Toolkit) {
    Setup.ToolkitPath = Options.ToolkitPath;
    return compilerArguments(Path, Arguments, Setup);
  }
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files =
      Options.Files ? Options.Files : llvm::vfs::getRealFileSystem();
  return compilerArguments(
      Path, withToolkitsLast(Arguments, Directory, *Files).Arguments, Setup);
}

llvm::ArrayRef<EmbeddedFile> banklint::toolHeaders() {
  return embeddedHeaders();
}
