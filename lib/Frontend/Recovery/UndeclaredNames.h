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

/// True if the toolkit in the directory \p Toolkit has one of \p Headers.
bool hasOneOf(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Headers,
              llvm::vfs::FileSystem &Files);

class UndeclaredNames {
public:
  /// Takes a note of what \p Error may lack.
  void add(const clang::Diagnostic &Error);
  /// False if the toolkit in the directory \p Toolkit surely has neither one of
  /// the names, nor one of the headers \p Missing, nor a macro that could stand
  /// where there are syntax errors. True if an error is of another kind and no
  /// name or header is missing: it may be due to the declarations.
  bool mayBeIn(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Missing,
               llvm::vfs::FileSystem &Files) const;

  /// One of the names is of the C++ standard library.
  bool isOfStandard() const { return IsOfStandard; }

private:
  void addWordsNear(const clang::Diagnostic &Error);

  llvm::StringSet<> Names;
  /// Words on lines that have syntax errors.
  llvm::StringSet<> MacroNames;
  bool IsOfStandard = false;
  bool HasOtherErrors = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
