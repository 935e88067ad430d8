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

class UndeclaredNames {
public:
  /// Takes a note of the name if \p Error is about one that is not declared.
  void add(const clang::Diagnostic &Error);
  /// False if the toolkit in the directory \p Toolkit surely has neither one of
  /// the names nor one of the headers \p Missing. True if there are none: other
  /// errors may be due to the declarations.
  bool mayBeIn(llvm::StringRef Toolkit, llvm::ArrayRef<std::string> Missing,
               llvm::vfs::FileSystem &Files) const;

  /// One of the names is of the C++ standard library.
  bool isOfStandard() const { return IsOfStandard; }

private:
  llvm::StringSet<> Names;
  bool IsOfStandard = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_UNDECLAREDNAMES_H
