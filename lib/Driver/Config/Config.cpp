//===- Config.cpp - What .banklint files say ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/Config.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Config/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace banklint;

char ConfigError::ID = 0;

static void append(std::string &Globs, llvm::StringRef More) {
  if (More.empty())
    return;
  if (!Globs.empty())
    Globs += ',';
  Globs += More;
}

template <typename T>
static void replace(std::optional<T> &Value, const std::optional<T> &Stronger) {
  if (Stronger)
    Value = Stronger;
}

/// Kernels of a name that \p Stronger has keep what it does not say.
static void addKernel(std::vector<KernelConfig> &Kernels,
                      const KernelConfig &Stronger) {
  auto Known = llvm::find_if(Kernels, [&](const KernelConfig &Kernel) {
    return Kernel.Name == Stronger.Name;
  });
  if (Known == Kernels.end()) {
    Kernels.push_back(Stronger);
    return;
  }
  if (!Stronger.BlockDims.empty())
    Known->BlockDims = Stronger.BlockDims;
  for (const auto &[Name, Value] : Stronger.Parameters.Values)
    Known->Parameters.Values[Name] = Value;
}

void Config::add(const Config &Stronger) {
  append(Checks, Stronger.Checks);
  append(WarningsAsErrors, Stronger.WarningsAsErrors);
  replace(HeaderFilterRegex, Stronger.HeaderFilterRegex);
  replace(ExcludeHeaderFilterRegex, Stronger.ExcludeHeaderFilterRegex);
  replace(Arch, Stronger.Arch);
  llvm::append_range(ExtraArgs, Stronger.ExtraArgs);
  llvm::append_range(ExtraArgsBefore, Stronger.ExtraArgsBefore);
  if (!Stronger.BlockDims.empty())
    BlockDims = Stronger.BlockDims;
  for (const auto &[Name, Value] : Stronger.CheckOptions.Values)
    CheckOptions.Values[Name] = Value;
  for (const KernelConfig &Kernel : Stronger.Kernels)
    addKernel(Kernels, Kernel);
  llvm::append_range(Overrides, Stronger.Overrides);
  llvm::append_range(CheckSources, Stronger.CheckSources);
}

Config banklint::defaultConfig() {
  Config C;
  C.Checks = "*";
  C.CheckSources = {{"banklint's defaults", "*"}};
  C.CheckOptions.Values = defaultCheckOptions();
  return C;
}

bool FileRules::isEnabled(llvm::StringRef Check) const {
  return isSelected(Checks, Check);
}

bool FileRules::isError(llvm::StringRef Check) const {
  return isSelected(WarningsAsErrors, Check);
}

/// True if \p Override is about \p AbsolutePath.
static bool concerns(const PathOverride &Override,
                     llvm::StringRef AbsolutePath) {
  llvm::StringRef Below = AbsolutePath;
  if (!Below.consume_front(llvm::StringRef(Override.Folder).rtrim('/')) ||
      !Below.consume_front("/"))
    return false;
  llvm::Expected<llvm::GlobPattern> Glob =
      llvm::GlobPattern::create(Override.Path.Text);
  if (Glob)
    return Glob->match(Below);
  llvm::consumeError(Glob.takeError());
  return false;
}

FileRules banklint::rulesOf(const Config &C, llvm::StringRef AbsolutePath) {
  const std::string Path = withoutDots(AbsolutePath);
  FileRules Rules{C.Checks, C.WarningsAsErrors, C.CheckOptions.Values};
  for (const PathOverride &Override : C.Overrides) {
    if (!concerns(Override, Path))
      continue;
    append(Rules.Checks, Override.Checks);
    append(Rules.WarningsAsErrors, Override.WarningsAsErrors);
    for (const auto &[Name, Value] : Override.CheckOptions.Values)
      Rules.Options[Name] = Value;
  }
  return Rules;
}

std::vector<BlockOption> banklint::blocksOf(const Config &C,
                                            llvm::ArrayRef<BlockOption> Given) {
  std::vector<BlockOption> Blocks;
  auto IsGiven = [&](llvm::StringRef Kernel) {
    return llvm::any_of(Given, [&](const BlockOption &Option) {
      return Option.Kernel.empty() || Option.Kernel == Kernel;
    });
  };
  auto Add = [&](const BlockText &Block, const std::string &Kernel) {
    // The form was checked when it was read.
    BlockOption Option = llvm::cantFail(parseBlockOption(Block.Text));
    Option.Kernel = Kernel;
    Blocks.push_back(std::move(Option));
  };
  for (const BlockText &Block : C.BlockDims)
    if (!IsGiven(""))
      Add(Block, "");
  for (const KernelConfig &Kernel : C.Kernels)
    if (!IsGiven(Kernel.Name))
      for (const BlockText &Block : Kernel.BlockDims)
        Add(Block, Kernel.Name);
  llvm::append_range(Blocks, Given);
  return Blocks;
}
