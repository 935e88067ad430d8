//===- ConfigFiles.cpp - The configuration of each file -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/ConfigFiles.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral FileName = ".banklint";
/// Far above any that a person writes.
static constexpr uint64_t MaxBytes = 1 << 20;

static llvm::Error fileError(llvm::StringRef File, const llvm::Twine &Problem) {
  return llvm::make_error<ConfigError>(
      (File + ":1:1: error: the configuration " + Problem).str());
}

static llvm::Expected<Config> readConfig(const std::string &File) {
  fs::file_status Status;
  if (std::error_code Code = fs::status(File, Status))
    return fileError(File, "cannot be read: " + Code.message());
  if (fs::is_directory(Status))
    return fileError(File, "is a directory; expected a file");
  if (!fs::is_regular_file(Status))
    return fileError(File, "is not a regular file");
  if (Status.getSize() > MaxBytes)
    return fileError(File, "is larger than 1 MiB");
  auto Text = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Text)
    return fileError(File, "cannot be read: " + Text.getError().message());
  llvm::Expected<Config> C = parseConfig((*Text)->getBuffer(), File);
  if (C)
    for (PathOverride &Override : C->Overrides)
      Override.Folder = path::parent_path(File).str();
  return C;
}

std::string banklint::configFileIn(llvm::StringRef Directory) {
  llvm::SmallString<256> File(Directory);
  path::append(File, FileName);
  return File.str().str();
}

llvm::Expected<ConfigFiles> ConfigFiles::create(const RunOptions &Options) {
  ConfigFiles Files;
  if (Options.Config.Text && !Options.Config.File.empty())
    return llvm::createStringError(
        "--config and --config-file are mutually exclusive");
  if (Options.Config.Text) {
    llvm::Expected<Config> C = parseConfig(*Options.Config.Text, "<--config>");
    if (!C)
      return C.takeError();
    for (PathOverride &Override : C->Overrides)
      Override.Folder = withoutDots(absolutePath("."));
    Files.Given = std::move(*C);
  } else if (!Options.Config.File.empty()) {
    llvm::Expected<Config> C =
        readConfig(withoutDots(absolutePath(Options.Config.File)));
    if (!C)
      return C.takeError();
    Files.Given = std::move(*C);
  }
  for (const auto &[Option, Globs, OfErrors] :
       {std::tuple("--checks", &Options.Checks, false),
        std::tuple("--warnings-as-errors", &Options.WarningsAsErrors, true)})
    if (const std::string Problem = problemOfGlobs(*Globs, OfErrors);
        !Problem.empty())
      return llvm::createStringError(llvm::Twine(Option) + ": " + Problem);
  Files.HasAny = Files.Given || !Options.Checks.empty() ||
                 !Options.WarningsAsErrors.empty();
  Config &Line = Files.CommandLine;
  Line.Checks = Options.Checks;
  if (!Line.Checks.empty())
    Line.CheckSources = {{"the command-line option '--checks'", Line.Checks}};
  Line.WarningsAsErrors = Options.WarningsAsErrors;
  Line.CheckOptions.Values = Options.CheckOptions;
  Line.ExtraArgs = Options.ExtraArgs;
  Line.ExtraArgsBefore = Options.ExtraArgsBefore;
  if (!Options.HeaderFilter.empty())
    Line.HeaderFilterRegex = RegexText{Options.HeaderFilter};
  if (!Options.ExcludeHeaderFilter.empty())
    Line.ExcludeHeaderFilterRegex = RegexText{Options.ExcludeHeaderFilter};
  if (Options.Arch)
    Line.Arch = ArchText{Options.Arch->Name.str()};
  return Files;
}

llvm::Expected<Config> ConfigFiles::inFolder(llvm::StringRef Folder) {
  if (Folder.empty())
    return defaultConfig();
  auto Known = ByFolder.find(Folder.str());
  if (Known != ByFolder.end())
    return Known->second;
  const std::string File = configFileIn(Folder);
  fs::file_status Status;
  const bool IsThere =
      fs::status(File, Status) != std::errc::no_such_file_or_directory;
  Config Result = defaultConfig();
  std::optional<Config> Own;
  // A path through a file has no folder to look into.
  if (IsThere && fs::is_directory(Folder)) {
    llvm::Expected<Config> Read = readConfig(File);
    if (!Read)
      return Read.takeError();
    Own = std::move(*Read);
    HasAny = true;
  }
  if (!Own || Own->InheritParentConfig.value_or(false)) {
    llvm::Expected<Config> Parent = inFolder(path::parent_path(Folder));
    if (!Parent)
      return Parent.takeError();
    Result = std::move(*Parent);
  }
  if (Own)
    Result.add(*Own);
  return ByFolder[Folder.str()] = Result;
}

llvm::Expected<Config> ConfigFiles::of(llvm::StringRef File) {
  Config Result = defaultConfig();
  if (!Given || Given->InheritParentConfig.value_or(false)) {
    llvm::Expected<Config> Found =
        inFolder(path::parent_path(withoutDots(absolutePath(File))));
    if (!Found)
      return Found.takeError();
    Result = std::move(*Found);
  }
  if (Given)
    Result.add(*Given);
  Result.add(CommandLine);
  return Result;
}

llvm::Expected<FileRules> ConfigFiles::rulesFor(llvm::StringRef File) {
  llvm::Expected<Config> Own = of(File);
  if (!Own)
    return Own.takeError();
  return rulesOf(*Own, absolutePath(File));
}
