//===- OptionsFiles.cpp - Options that are in files -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/OptionsFiles.h"
#include "banklint/Commands/CommandText.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"

using namespace banklint;
namespace fs = llvm::sys::fs;

// Of one command, more than any build needs.
static constexpr unsigned MaximalFiles = 256;
static constexpr size_t MaximalDepth = 16;
static constexpr uint64_t MaximalOptionBytes = 16 << 20;

namespace {

/// How the words in a file are quoted.
enum class Quoting { Gnu, Nvcc };

class Expander {
public:
  explicit Expander(llvm::StringRef Directory) : Directory(Directory) {}

  ExpandedOptions run(llvm::ArrayRef<std::string> Command) {
    expand(Command);
    return std::move(Result);
  }

private:
  void expand(llvm::ArrayRef<std::string> Command);
  void expandFile(llvm::StringRef Name, Quoting How);
  void skip(llvm::StringRef Name, const llvm::Twine &Why) {
    Result.Problems.push_back(
        ("ignored options file '" + Name + "': " + Why).str());
  }

  const llvm::StringRef Directory;
  /// The files that are being read, each named by the one before.
  std::vector<fs::UniqueID> Open;
  unsigned Files = 0;
  uint64_t Bytes = 0;
  bool IsFull = false;
  ExpandedOptions Result;
};

} // namespace

/// The words in \p Text.
static std::vector<std::string> split(llvm::StringRef Text, Quoting How) {
  if (How == Quoting::Nvcc)
    return splitOptionsFile(Text);
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *, 32> Words;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

void Expander::expandFile(llvm::StringRef Name, Quoting How) {
  llvm::SmallString<256> Path(Name);
  fs::make_absolute(Directory, Path);
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return skip(Name, "cannot be read (" + Code.message() +
                          "); is it created by the build?");
  if (!fs::is_regular_file(Status))
    return skip(Name, "not a regular file");
  if (llvm::is_contained(Open, Status.getUniqueID()))
    return skip(Name, "includes itself, directly or indirectly");
  if (Open.size() == MaximalDepth)
    return skip(Name, "nested too deeply");
  Bytes += Status.getSize();
  if (++Files > MaximalFiles || Bytes > MaximalOptionBytes) {
    if (!std::exchange(IsFull, true))
      skip(Name, "the command has too many options");
    return;
  }
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text)
    return skip(Name,
                "cannot be read (" + llvm::toString(Text.takeError()) + ")");
  Open.push_back(Status.getUniqueID());
  expand(split(*Text, How));
  Open.pop_back();
}

/// The names after "--options-file" and the like, if \p Argument is one. Empty
/// if they are in the next argument.
static std::optional<llvm::StringRef> optionsFiles(llvm::StringRef Argument) {
  if (!Argument.consume_front("--options-file") &&
      !Argument.consume_front("-optf"))
    return std::nullopt;
  if (Argument.empty() || Argument.consume_front("="))
    return Argument;
  return std::nullopt;
}

void Expander::expand(llvm::ArrayRef<std::string> Command) {
  for (size_t I = 0; I < Command.size(); ++I) {
    llvm::StringRef Argument = Command[I];
    if (Argument.size() > 1 && Argument.front() == '@') {
      expandFile(Argument.drop_front(), Quoting::Gnu);
      continue;
    }
    std::optional<llvm::StringRef> Names = optionsFiles(Argument);
    if (!Names) {
      Result.Command.push_back(Argument.str());
      continue;
    }
    if (Names->empty() && I + 1 < Command.size())
      Names = Command[++I];
    for (const std::string &Name : splitNvccList(*Names))
      expandFile(Name, Quoting::Nvcc);
  }
}

ExpandedOptions
banklint::expandOptionsFiles(llvm::ArrayRef<std::string> Command,
                             llvm::StringRef Directory) {
  return Expander(Directory).run(Command);
}
