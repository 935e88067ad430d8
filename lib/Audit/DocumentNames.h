//===- DocumentNames.h - One name for each file -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Units name a header as they reach it: one by a relative path, another by the
// absolute directory of an option. What an audit counts once has one name.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_DOCUMENTNAMES_H
#define BANKLINT_LIB_AUDIT_DOCUMENTNAMES_H

#include "banklint/Driver/Run/Unit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace banklint {

class DocumentNames {
public:
  /// The files of \p Units keep their names.
  explicit DocumentNames(llvm::ArrayRef<Unit> Units);

  /// That of a unit of the same file; else relative, if \p Name is of a file
  /// below the working directory.
  std::string nameOf(llvm::StringRef Name);
  /// Renames what members `file` of \p Value and of all in it name.
  void rename(llvm::json::Value &Value);

private:
  /// Without a slash at its end.
  std::string Here;
  /// By real path.
  llvm::StringMap<std::string> OfUnits;
  llvm::StringMap<std::string> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_DOCUMENTNAMES_H
