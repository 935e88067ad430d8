//===- UndeclaredNames.h - Names that errors complain about -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parse with a toolkit's headers takes many times as long as one with the
// embedded declarations. It is of no use where device code lacks what no
// toolkit has, such as what a header of its own project declares.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace llvm::vfs {
class FileSystem;
}

namespace banklint {

/// True if the toolkit in the directory \p Toolkit has \p Header.
bool hasHeader(llvm::StringRef Toolkit, llvm::StringRef Header,
               llvm::vfs::FileSystem &Files);

/// True if \p Error says that namespace `std` has no such member.
bool isInStandard(const clang::Diagnostic &Error);

class UndeclaredNames {
public:
  /// Takes a note of what \p Error, or a \p Note behind it, may lack.
  void add(const clang::Diagnostic &Error);
  void addNote(const clang::Diagnostic &Note);
  /// The parse is over. Of each function of \p Context for the device, only the
  /// first name or syntax error counts for \c mayBeIn, because others follow
  /// from it, of other functions none, and all outside of functions.
  void finish(const clang::ASTContext &Context);
  /// False if the headers of the toolkit in the directory \p Toolkit that nvcc
  /// or the source includes surely have neither one of the names that count,
  /// nor a macro that could stand where there are syntax errors. True if no
  /// name or header is missing, and an error is about one of the embedded
  /// declarations: it may be due to them. What a library in a directory of its
  /// own declares, such as Thrust, is looked for by its namespace if the
  /// headers \p Missing are of it.
  bool mayBeIn(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Missing,
               llvm::vfs::FileSystem &Files) const;

  /// One of the names may be of those headers of the C++ library that nvcc's
  /// own headers include.
  bool isOfLibrary() const { return IsOfLibrary; }
  const llvm::StringSet<> &names() const { return Names; }
  /// Those of them that stand before a parenthesis.
  const llvm::StringSet<> &calledNames() const { return CalledNames; }

private:
  void addWordsNear(const clang::Diagnostic &Error);

  llvm::StringSet<> Names;
  llvm::StringSet<> CalledNames;
  /// A name, or words on a line that has a syntax error.
  struct Lacking {
    clang::SourceLocation Place;
    std::vector<std::string> Words;
    bool IsSyntax;
  };
  /// In the order of the errors.
  std::vector<Lacking> All;
  /// The names that count, and the words.
  llvm::StringSet<> NamesThatCount;
  llvm::StringSet<> WordsThatCount;
  /// The embedded headers that were read.
  std::vector<std::string> Included;
  bool IsOfLibrary = false;
  /// The last error is neither about a name nor about syntax.
  bool IsLastOther = false;
  /// Such an error has no place, or is about an embedded declaration.
  bool HasOtherErrors = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
