//===- Causes.h - Why code was not analyzed ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One compiler option that is missing makes all files of a project fail, with
// thousands of errors. A cause is what is behind the errors of one file, as far
// as the parse shows it; a group is one cause of any number of files, with what
// removes it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_CAUSES_H
#define BANKLINT_SUPPORT_CAUSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

enum class CauseKind {
  /// The code is of a later C++ standard than the one that it is parsed as.
  LanguageStandard,
  /// An `#error` was reached.
  ErrorDirective,
  /// A condition excludes code with shared variables, or with declarations of
  /// names that other code uses.
  ExcludedCode,
  /// A header of the C++ or C library was not found.
  MissingLibrary,
  /// A header was not found that an installed CUDA toolkit has.
  MissingToolkit,
  /// Another header was not found.
  MissingHeader,
  /// A name that looks like a macro is not declared.
  UndeclaredMacro,
  /// A parse error that none of the above is behind.
  ParseError,
};

/// "language-standard", "error-directive", ...
llvm::StringRef spelling(CauseKind Kind);
std::optional<CauseKind> parseCauseKind(llvm::StringRef Text);

/// Why code of one file was not analyzed.
struct Cause {
  CauseKind Kind = CauseKind::ParseError;
  /// The word that only later standards have, the text of the directive or of
  /// the error, the header or the macro; of ExcludedCode what is excluded: a
  /// name, or empty for shared variables.
  std::string Subject;
  /// Where it is: of the error, of the directive that excludes code. Empty for
  /// headers and macros.
  std::string File;
  unsigned Line = 0;
  /// The condition that leads to an `#error`, or that excludes code, as it is
  /// written: "#if SIZE == 32".
  std::string Condition;
  /// The condition holds; it does not if another branch of it has the `#error`.
  bool Holds = false;
  /// How many shared variables or names are excluded.
  unsigned Count = 0;
  /// Compiler options that may remove the cause; "-DTILE=<value>" has to be
  /// completed.
  std::vector<std::string> Options;
};

/// What was analyzed of one file, as far as causes matter.
struct FileCauses {
  llvm::StringRef File;
  llvm::ArrayRef<Cause> Causes;
  bool HasFailed = false;
};

/// One cause of several files.
struct CauseGroup {
  /// Of the first file.
  Cause First;
  /// All headers or macros, for one remedy; else Cause::Subject.
  std::set<std::string> Subjects;
  /// Where the headers are, as it begins in the paths of the run; empty if it
  /// is not known.
  std::string Directory;
  /// In the order of the run, each once.
  std::vector<std::string> Files;
  unsigned FailedFiles = 0;
  /// The sum of Cause::Count.
  unsigned Count = 0;

  /// "'a.h' and 2 other headers were not found in 3 files"; a single file is
  /// not named.
  std::string problem() const;
  /// "try --extra-arg=-Iinclude"; empty if nothing is known that helps.
  std::string remedy() const;
  /// Both, with the name of a single file: "b.cu: 'a.h' was not found; try
  /// --extra-arg=-Iinclude".
  std::string text() const;
  /// The compiler options of the remedy.
  std::vector<std::string> options() const;
};

/// The directory that most likely has the header of that name that a source
/// lacks, or empty.
using HeaderLocator = llvm::function_ref<std::string(llvm::StringRef Header,
                                                     llvm::StringRef Source)>;

/// The causes of \p Files, those of most failed files first, then those of most
/// files. Headers in one directory are one group; so are those of which nothing
/// is known but that their names begin with one, and others, or macros, that
/// the same files lack.
std::vector<CauseGroup> groupCauses(llvm::ArrayRef<FileCauses> Files,
                                    HeaderLocator Locate);

/// What a run has to show.
struct RunFacts {
  unsigned Files = 0;
  unsigned FailedFiles = 0;
  /// Without those of templates that are not instantiated.
  unsigned Accesses = 0;
  unsigned UnknownAccesses = 0;
  /// Kernel templates that no file of the run instantiates.
  unsigned OpenTemplates = 0;
  /// Files for which neither a compilation database nor the command line has a
  /// compile command.
  unsigned FilesWithoutCommand = 0;
};

/// "2 kernel templates are not instantiated".
std::string templatesText(unsigned Count);

/// Said of a run before anything else if nothing follows from it.
struct Inconclusive {
  /// "574 of 580 accesses are unknown, and 46 of 66 files failed".
  std::string Problem;
  /// What to do, at most three sentences without a final period.
  std::vector<std::string> Steps;
};

/// Nothing if something can be concluded from the run, or if no cause is known
/// and nothing was lost: data may decide what all accesses cost.
std::optional<Inconclusive> inconclusive(const RunFacts &Facts,
                                         llvm::ArrayRef<CauseGroup> Causes);

} // namespace banklint

#endif // BANKLINT_SUPPORT_CAUSES_H
