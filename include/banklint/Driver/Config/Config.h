//===- Config.h - The contents of .banklint files ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A configuration consists of layers of YAML: the files in the directories
// above a source, then the command line. docs/configuration.md lists the keys.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CONFIG_CONFIG_H
#define BANKLINT_DRIVER_CONFIG_CONFIG_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Checks/CheckOptions.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

// Texts that are validated where they are read, so that an error has a line.
struct ArchText {
  std::string Text;
};
struct RegexText {
  std::string Text;
};
/// Without a kernel's name.
struct BlockText {
  std::string Text;
};
struct PathGlob {
  std::string Text;
};
struct OptionMap {
  CheckOptionValues Values;
};
struct ParameterMap {
  std::map<std::string, int64_t> Values;
};

/// What is known of the launches of kernels of one name.
struct KernelConfig {
  /// Without namespaces and template arguments.
  std::string Name;
  std::vector<BlockText> BlockDims;
  ParameterMap Parameters;
  /// Template arguments, "<float, 128>".
  std::vector<std::string> Instantiate;
};

/// Settings for some files.
struct PathOverride {
  /// Matches paths relative to Folder, with '/' as separator; '*' matches any
  /// text.
  PathGlob Path;
  std::string Checks;
  std::string WarningsAsErrors;
  OptionMap CheckOptions;
  /// That of the configuration file; not written there.
  std::string Folder;
};

/// Globs of checks and their origin.
struct CheckSource {
  std::string Name;
  std::string Globs;
};

struct Config {
  std::string Checks;
  std::string WarningsAsErrors;
  std::optional<RegexText> HeaderFilterRegex;
  std::optional<RegexText> ExcludeHeaderFilterRegex;
  std::optional<ArchText> Arch;
  std::vector<std::string> ExtraArgs;
  std::vector<std::string> ExtraArgsBefore;
  std::vector<BlockText> BlockDims;
  OptionMap CheckOptions;
  std::vector<KernelConfig> Kernels;
  std::vector<PathOverride> Overrides;
  std::optional<bool> InheritParentConfig;
  /// Where Checks comes from, in that order; not written in files.
  std::vector<CheckSource> CheckSources;

  /// Merges \p Stronger into this: globs and arguments are appended, other
  /// values replaced one by one.
  void add(const Config &Stronger);
};

/// The configuration without any file, with all options spelled out.
Config defaultConfig();

/// Parses the YAML in \p Text, which messages call \p Name. The error has one
/// line for each problem: "name:line:column: error: ...".
llvm::Expected<Config> parseConfig(llvm::StringRef Text, llvm::StringRef Name);

/// As YAML that parseConfig reads.
void writeConfig(const Config &C, llvm::raw_ostream &Out);

/// An error in a configuration; its message starts with its location.
class ConfigError : public llvm::ErrorInfo<ConfigError> {
public:
  static char ID;
  explicit ConfigError(std::string Text) : Text(std::move(Text)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Text;
};

/// What \p C says of one file.
struct FileRules {
  std::string Checks;
  std::string WarningsAsErrors;
  CheckOptionValues Options;

  bool isEnabled(llvm::StringRef Check) const;
  bool isError(llvm::StringRef Check) const;
};

/// \p AbsolutePath decides which overrides apply.
FileRules rulesOf(const Config &C, llvm::StringRef AbsolutePath);

/// The blocks of \p C, overridden by \p Given of the command line.
std::vector<BlockOption> blocksOf(const Config &C,
                                  llvm::ArrayRef<BlockOption> Given);

} // namespace banklint

#endif // BANKLINT_DRIVER_CONFIG_CONFIG_H
