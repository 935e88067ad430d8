//===- TranslateCommands.cpp - The sources' options for Clang -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/TranslateCommands.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

using namespace banklint;

// More of them are not useful.
static constexpr size_t MaximalNotes = 20;

namespace {

/// Counts the files that have an option, in the order of the first.
class OptionTally {
public:
  void add(const std::string &Option, const std::string &File) {
    Users &Found = Options[Option];
    if (Found.Count == 0)
      Found.First = File;
    if (Found.Last != File)
      ++Found.Count;
    Found.Last = File;
  }

  void report(llvm::StringRef What, std::vector<std::string> &Notes) const {
    size_t Left = MaximalNotes;
    for (const auto &[Option, Found] : Options) {
      if (Left-- == 0) {
        Notes.push_back((What + ": " +
                         llvm::Twine(Options.size() - MaximalNotes) +
                         " other options")
                            .str());
        return;
      }
      std::string Where = "'" + Found.First + "'";
      if (Found.Count > 1)
        Where += " and " + counted(Found.Count - 1, "other file");
      Notes.push_back((What + ": '" + Option + "' of " + Where).str());
    }
  }

private:
  struct Users {
    std::string First;
    std::string Last;
    unsigned Count = 0;
  };
  llvm::MapVector<std::string, Users, llvm::StringMap<unsigned>> Options;
};

} // namespace

TranslatedCommands
banklint::translateCommands(llvm::ArrayRef<SourceCommand> Sources) {
  TranslatedCommands Result;
  OptionTally Refused, Unknown;
  for (const SourceCommand &Source : Sources) {
    TranslatedArguments Own =
        translateArguments(Source.Command, Source.Dialect);
    for (const std::string &Option : Own.Dropped)
      Refused.add(Option, Source.File);
    for (const std::string &Option : Own.Unknown)
      Unknown.add(Option, Source.File);
    Result.OfSources.push_back(std::move(Own));
  }
  Refused.report("not passed to the compiler", Result.Notes);
  Unknown.report("ignored unknown option", Result.Notes);
  return Result;
}
