//===- CompilerDifferences.h - What nvcc accepts, not Clang -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that nvcc accepts and Clang does not, where what Clang makes of it can
// be mended. A pass shows where the source has it, the next one mends it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_COMPILERDIFFERENCES_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_COMPILERDIFFERENCES_H

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include <map>
#include <string>
#include <utility>

namespace banklint {

class CompilerDifferences {
public:
  /// Takes a note of what \p Error, or a \p Note behind it, shows.
  void add(const clang::Diagnostic &Error);
  void addNote(const clang::Diagnostic &Note);

  void merge(const CompilerDifferences &Other);
  bool empty() const { return DeviceLater.empty() && Keywords.empty(); }

  /// Makes a function for the device of \p D if it is declared without
  /// `__device__` and defined with it: for nvcc the definition counts.
  void addDevice(clang::Decl &D) const;
  /// \p Macros has returned \p T. Returns a keyword behind it that the source
  /// leaves out: `template` before a member of a dependent object, whose
  /// template arguments Clang takes for comparisons, or `typename`.
  void addKeyword(const clang::Token &T, clang::Preprocessor &Macros) const;

private:
  /// The file, and the byte in it.
  using FilePlace = std::pair<std::string, unsigned>;

  void addMissing(const clang::Diagnostic &Error, const clang::Token &T,
                  clang::tok::TokenKind Keyword);
  void addTemplateName(const clang::Diagnostic &Error);
  void addTypeName(const clang::Diagnostic &Error);

  /// By the declaration's name: whether the definition says `__host__`, too.
  std::map<FilePlace, bool> DeviceLater;
  /// By the place of the token that a missing one comes behind: its byte, and
  /// then its file.
  std::map<unsigned, std::map<std::string, clang::tok::TokenKind>> Keywords;
  /// The last error was that a definition is for host and device, or may be
  /// that it is for the device, and its declaration is not.
  bool IsForBoth = false;
  bool IsForDevice = false;
};

/// Gives the constants among the static members of \p Record, which is
/// complete, that overflow the values that nvcc does: those of integers that
/// wrap around. Returns how many there are; \c constantError is said of each.
unsigned wrapConstants(clang::CXXRecordDecl &Record);
/// Clang's words for a static member whose initializer is no constant.
std::string constantError();

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_COMPILERDIFFERENCES_H
