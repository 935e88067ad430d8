//===- Preamble.h - A source's first headers, not parsed again --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor has the same source analyzed after every key. Most of a parse are
// headers that did not change: those of a toolkit and of the C++ library. A
// preamble is what Clang stores of CUDA's declarations and of the headers that
// the source includes before anything else, as far as all of these are headers
// of the system, in which nothing is analyzed by itself. A later parse loads
// what it names from there. Its answers are the same: the same command and the
// same includes find the same files, and headers that may not be included twice
// have no preamble.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_PREAMBLE_H
#define BANKLINT_PARSE_PREAMBLE_H

#include "banklint/Parse/RunParse.h"
#include "banklint/Support/FileState.h"
#include <list>
#include <optional>

namespace clang {
class CompilerInstance;
class LangOptions;
} // namespace clang

namespace banklint {

/// The include directives that \p Text starts with, a line each. Comments may
/// be between them, other directives end them.
std::vector<std::string> leadingIncludes(llvm::StringRef Text,
                                         const clang::LangOptions &Language);

/// A file that a preamble was made from, or a name that was looked up in vain.
struct PreambleFile {
  FileState State;
  /// As it was read: in bytes; since the epoch, in nanoseconds.
  uint64_t Size = 0;
  int64_t Time = 0;
};

/// What makes a preamble.
struct PreambleSource {
  /// Preamble::Key.
  std::string Key;
  std::vector<std::string> Includes;
  ParseInput Input;
};

struct Preamble {
  /// The command, the architecture and the includes: equal for sources that
  /// read their first headers alike.
  std::string Key;
  /// The source that includes the headers; Clang looks for it where it loads
  /// them.
  std::string Text;
  /// Clang's precompiled header; empty if there can be none.
  std::string Contents;
  /// As long as none of them changes, neither does the rest.
  std::vector<PreambleFile> Files;
};

/// Parses the headers of \p Source. Has as many of its includes, from the first
/// one on, as only lead to headers of the system.
Preamble makePreamble(const PreambleSource &Source);

/// The preambles that the analyses of a source use. Not for several threads.
class Preambles {
public:
  /// The one for \p Key, if nothing in \p Files has changed since.
  const Preamble *find(llvm::StringRef Key, llvm::vfs::FileSystem &Files);
  /// Keeps \p New in place of the one that was longest not used.
  void add(Preamble New);

  /// The last parse would have used this one.
  void want(PreambleSource Source) { Wanted = std::move(Source); }
  std::optional<PreambleSource> takeWanted() {
    return std::exchange(Wanted, std::nullopt);
  }

private:
  /// The last one that was used first.
  std::list<Preamble> Known;
  std::optional<PreambleSource> Wanted;
};

/// Has \p Compiler, which parses \p Input, load its preamble if \p Known has
/// it, else notes there that it is wanted, unless there is nothing to gain.
/// InjectedHeader is read behind it.
/// \p Compiler has its preprocessor but has read nothing yet. Null if nothing
/// is loaded.
const Preamble *loadPreamble(clang::CompilerInstance &Compiler,
                             const ParseInput &Input, Preambles &Known);

} // namespace banklint

#endif // BANKLINT_PARSE_PREAMBLE_H
