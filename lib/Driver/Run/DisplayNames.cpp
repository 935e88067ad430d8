//===- DisplayNames.cpp - What the user calls a unit's files --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DisplayNames.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace banklint;

MainFile banklint::mainFileOf(const SourceCommand &Source) {
  const bool IsFromDirectory =
      absolutePath(Source.File, Source.Directory) == Source.AbsolutePath;
  return {IsFromDirectory ? Source.File : Source.AbsolutePath, Source.File};
}

static std::string displayName(llvm::StringRef Name, const MainFile &Main,
                               const SourceCommand &Source,
                               llvm::vfs::FileSystem &Files) {
  if (Name == Main.ForClang)
    return Main.Name;
  const std::string Here = nameFromHere(Name, Source.Directory, Files);
  const std::string Path = absolutePath(Here);
  for (const HeaderName &Header : Source.Headers)
    if (isSameFile(Files, Path, Header.AbsolutePath))
      return Header.File;
  return Here == Main.ForClang ? Main.Name : Here;
}

void banklint::useDisplayNames(ParsedFile &Parsed, const MainFile &Main,
                               const SourceCommand &Source,
                               llvm::vfs::FileSystem &Files) {
  llvm::StringMap<std::string> Names;
  const auto Rename = [&](std::string &Name) {
    const auto [Known, IsNew] = Names.try_emplace(Name);
    if (IsNew)
      Known->second = displayName(Name, Main, Source, Files);
    Name = Known->second;
  };
  for (KernelProgram &Program : Parsed.Kernels) {
    llvm::for_each(Program.Files, Rename);
    for (LaunchSite &Launch : Program.Launches)
      Rename(Launch.File);
  }
  for (KernelLaunch &Launch : Parsed.Launches)
    Rename(Launch.Site.File);
  llvm::for_each(Parsed.SystemHeaders, Rename);
  for (SourceLine &Line : Parsed.LostShared)
    Rename(Line.File);
  for (Cause &Each : Parsed.Causes)
    if (!Each.File.empty())
      Rename(Each.File);
  for (SourceProblem &Problem : Parsed.Problems)
    Rename(Problem.File);
}
