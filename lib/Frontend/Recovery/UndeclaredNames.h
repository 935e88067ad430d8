//===- UndeclaredNames.h - Names that errors complain about -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parse with a toolkit's headers takes many times as long as one with the
// embedded declarations. It is of no use where a file lacks what no toolkit
// has, such as a header of its own project.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace llvm::vfs {
class FileSystem;
}

namespace banklint {

/// True if the toolkit in the directory \p Toolkit has one of \p Headers;
/// those of the libraries in directories of their own only if \p WithLibraries.
bool hasOneOf(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Headers,
              bool WithLibraries, llvm::vfs::FileSystem &Files);

/// True if \p Error says that namespace `std` has no such member.
bool isInStandard(const clang::Diagnostic &Error);

class UndeclaredNames {
public:
  /// Takes a note of what \p Error, or a \p Note behind it, may lack.
  void add(const clang::Diagnostic &Error);
  void addNote(const clang::Diagnostic &Note);
  /// False if the toolkit in the directory \p Toolkit surely has neither one of
  /// the names, nor one of the headers \p Missing, nor a macro that could stand
  /// where there are syntax errors. True if no name or header is missing, and
  /// an error is about one of the embedded declarations: it may be due to them.
  /// Headers of the libraries in directories of their own, such as Thrust, take
  /// long, and are looked for only if \p WithLibraries.
  bool mayBeIn(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Missing,
               bool WithLibraries, llvm::vfs::FileSystem &Files) const;

  /// One of the names is of the C++ standard library.
  bool isOfStandard() const { return IsOfStandard; }
  const llvm::StringSet<> &names() const { return Names; }
  /// Those of them that stand before a parenthesis.
  const llvm::StringSet<> &calledNames() const { return CalledNames; }

private:
  void addWordsNear(const clang::Diagnostic &Error);

  llvm::StringSet<> Names;
  llvm::StringSet<> CalledNames;
  /// Words on lines that have syntax errors.
  llvm::StringSet<> MacroNames;
  bool IsOfStandard = false;
  /// The last error is neither about a name nor about syntax.
  bool IsLastOther = false;
  /// Such an error has no place, or is about an embedded declaration.
  bool HasOtherErrors = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
