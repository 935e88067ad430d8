//===- ConfigFiles.h - The configuration of each file -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The settings of a file are, from weak to strong: the defaults; the nearest
// .banklint in its directory or a parent, and those further up if it inherits
// from them, or instead --config or --config-file; the command line.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CONFIG_CONFIGFILES_H
#define BANKLINT_DRIVER_CONFIG_CONFIGFILES_H

#include "banklint/Driver/Config/Config.h"
#include "banklint/Driver/Config/Options.h"

namespace banklint {

/// The configuration file of \p Directory, whether there is one or not.
std::string configFileIn(llvm::StringRef Directory);

class ConfigFiles {
public:
  /// Reads the files that \p Options names.
  static llvm::Expected<ConfigFiles> create(const RunOptions &Options);

  /// The settings of \p File, relative to the current directory. It need not
  /// exist.
  llvm::Expected<Config> of(llvm::StringRef File);
  /// Likewise, with its overrides applied.
  llvm::Expected<FileRules> rulesFor(llvm::StringRef File);

  /// Whether any configuration was read or given, beside the defaults.
  bool hasAny() const { return HasAny; }

private:
  llvm::Expected<Config> inFolder(llvm::StringRef Folder);

  std::optional<Config> Given;
  Config CommandLine;
  std::map<std::string, Config> ByFolder;
  bool HasAny = false;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_CONFIG_CONFIGFILES_H
