//===- ConstantValues.h - Constants with other values -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `banklint try` gives constants of the source other values, in the parse: a
// definition of a macro gets another replacement list, and behind the `=` of a
// constant or of an enumerator the preprocessor returns
//
//   const int TileSize = 16; static const auto banklint_replaced_0 = 32;
//   enum { TileSize = 16, banklint_replaced_0 = 32 };
//
// so that no text is searched, whatever comments, conditions and other scopes
// have. System headers keep their constants.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_CONSTANTVALUES_H
#define BANKLINT_LIB_FRONTEND_CONSTANTVALUES_H

#include "banklint/Frontend/Frontend.h"
#include "clang/Lex/Preprocessor.h"
#include <deque>
#include <set>

namespace banklint {

class ConstantValues {
public:
  /// Takes effect in the parse that \p Macros begins. \p Values and \p Used, to
  /// which the names of those are added that the source defines or uses as a
  /// macro, with "()" behind that of one with parameters, outlive it.
  void begin(llvm::ArrayRef<ConstantValue> Values, std::set<std::string> &Used,
             clang::Preprocessor &Macros);
  /// \p Macros has returned \p T.
  void onToken(const clang::Token &T, clang::Preprocessor &Macros);

  /// The preprocessor has met the definition of a macro.
  void onDefinition(const clang::Token &Name, const clang::MacroDirective &Of,
                    clang::Preprocessor &Macros);
  /// It has used the macro \p Name.
  void onUse(const clang::Token &Name);

private:
  const ConstantValue *find(const clang::IdentifierInfo *Name) const;
  void replace(const ConstantValue &By, const clang::Token &Opener,
               clang::Preprocessor &Macros);

  llvm::ArrayRef<ConstantValue> Values;
  std::set<std::string> *Used = nullptr;
  /// Tokens refer to them.
  std::deque<std::string> Texts;
  // Of the declaration that is being read.
  bool IsConstant = false;
  bool IsEnum = false;
  unsigned Parentheses = 0;
  /// The constant that was just named.
  const ConstantValue *Named = nullptr;
  unsigned Replaced = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_CONSTANTVALUES_H
