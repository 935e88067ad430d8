//===- Toolkit.cpp - Which CUDA declarations a run uses -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Toolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace banklint;

static constexpr llvm::StringLiteral MainHeader = "include/cuda_runtime.h";

static bool isToolkit(llvm::StringRef Folder) {
  llvm::SmallString<256> Header(Folder);
  llvm::sys::path::append(Header, MainHeader);
  return llvm::sys::fs::exists(Header);
}

/// Folders where a toolkit may lie, best first.
static std::vector<std::string> candidates(const RunOptions &Options) {
  if (!Options.ToolkitPath.empty())
    return {Options.ToolkitPath};
  std::vector<std::string> Folders;
  for (llvm::StringRef Name : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> Folder = llvm::sys::Process::GetEnv(Name))
      Folders.push_back(std::move(*Folder));
  Folders.push_back("/usr/local/cuda");
  return Folders;
}

llvm::Expected<FrontendOptions>
banklint::chooseHeaders(const RunOptions &Options) {
  FrontendOptions Frontend;
  const CudaHeaders Default =
      Options.ToolkitPath.empty() ? CudaHeaders::Builtin : CudaHeaders::Toolkit;
  Frontend.Headers = Options.Headers.value_or(Default);
  if (Options.Headers == CudaHeaders::Builtin)
    return Frontend;
  const std::vector<std::string> Folders = candidates(Options);
  for (llvm::StringRef Folder : Folders) {
    if (!isToolkit(Folder))
      continue;
    llvm::SmallString<256> Absolute(Folder);
    llvm::sys::fs::make_absolute(Absolute);
    Frontend.ToolkitPath = Absolute.str().str();
    return Frontend;
  }
  if (Frontend.Headers == CudaHeaders::Builtin)
    return Frontend;
  return llvm::createStringError(
      llvm::Twine("CUDA toolkit not found: no ") + MainHeader + " in " +
      llvm::join(Folders, ", ") +
      "; set --cuda-path or use --cuda-headers=builtin");
}
