//===- LostCode.h - Source text that has no AST -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang drops statements and initializers that it cannot make sense of. What is
// left of them is text between the statements around. Its tokens show what may
// be used and changed there. Only stretches that have errors are searched.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_LOSTCODE_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_LOSTCODE_H

#include "SourceErrors.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace clang {
class Preprocessor;
}

namespace banklint {

/// Tokens of a stretch of source that the AST does not hold, without
/// directives. Behind them, after a semicolon each, is what macros named there
/// expand to, at the place of the use.
using LostTokens = llvm::SmallVector<clang::Token, 0>;

class LostCode {
public:
  /// \p Errors are those of the whole source; \p Macros are at its end.
  LostCode(clang::ASTContext &Context, const clang::Preprocessor &Macros,
           const SourceErrors &Errors)
      : Context(Context), Sources(Context.getSourceManager()), Macros(Macros),
        Errors(Errors) {}

  /// The message of an error from \p Begin to \p End; null if there is none.
  const std::string *error(clang::SourceLocation Begin,
                           clang::SourceLocation End) const {
    return Errors.find(Sources, Begin, End);
  }
  bool hasErrors(clang::SourceLocation Begin, clang::SourceLocation End) const {
    return error(Begin, End) != nullptr;
  }
  /// The tokens from \p Begin to before \p End, if both are in one file.
  LostTokens between(clang::SourceLocation Begin,
                     clang::SourceLocation End) const;
  /// Those of \p S before its child number \p Index, or behind the last, that
  /// no child covers.
  LostTokens before(const clang::CompoundStmt &S, unsigned Index) const;
  /// Those of the branch that the empty statement \p S stands for.
  LostTokens inPlaceOf(const clang::NullStmt &S) const;
  /// Those of the declaration of \p Decl if it lost its initializer, or more.
  LostTokens declaring(const clang::VarDecl &Decl) const;
  /// Those from \p Begin to the end of the statement there, errors or not.
  LostTokens statementAt(clang::SourceLocation Begin) const;
  /// The place behind the token at \p Loc.
  clang::SourceLocation endOf(clang::SourceLocation Loc) const;

private:
  clang::ASTContext &Context;
  const clang::SourceManager &Sources;
  const clang::Preprocessor &Macros;
  const SourceErrors &Errors;
  /// What \c between found, which all instances of a template ask for.
  mutable std::map<std::pair<unsigned, unsigned>, LostTokens> Stretches;
};

/// How lost tokens use a name.
struct LostUse {
  bool IsAssigned = false;
  /// It is incremented or decremented, or a value is streamed into it.
  bool IsStepped = false;
  /// Its address may be taken.
  bool IsAddressed = false;
  /// It is an argument of its own, which may bind to a reference.
  bool IsArgument = false;
  /// A method of it is called.
  bool IsObject = false;
  /// Only a part of it, or what it points to, is used.
  bool IsPart = false;

  /// It, or a part of it, may have another value afterwards.
  bool mayChange() const {
    return IsAssigned || IsStepped || IsAddressed || IsArgument || IsObject;
  }
};
/// The use of what token \p I of \p Tokens names.
LostUse useAt(llvm::ArrayRef<clang::Token> Tokens, unsigned I);

/// The call that one of lost tokens is an argument of.
struct LostCall {
  /// The token that names what is called, or is declared; a closing bracket if
  /// that has no name.
  unsigned Callee;
  unsigned Argument;
};
/// None if token \p I of \p Tokens is in no parentheses or braces behind a
/// name.
std::optional<LostCall> callAround(llvm::ArrayRef<clang::Token> Tokens,
                                   unsigned I);

/// Marks as invalid the enumerators of \p Enum whose values Clang made up:
/// their initializers are lost, or they follow one of that kind. To be called
/// when
/// \p Enum is complete, before anything uses it.
void invalidateLostValues(clang::EnumDecl &Enum, const SourceErrors &Errors);

/// Makes \p Record invalid if a part of it that its layout depends on was lost:
/// a base, a member, an alignment. Errors in its functions do no harm.
void invalidateLostLayout(clang::CXXRecordDecl &Record,
                          const SourceErrors &Errors);

/// True if the value of \p E depends on the size or layout of an invalid
/// record, for which Clang makes one up.
bool needsLostLayout(const clang::Expr &E, clang::ASTContext &Context);

/// The value of \p E, which may be null, if it is an integer of at most 64
/// bits, constant and without effects, and needs no lost layout.
std::optional<int64_t> constantOf(const clang::Expr *E,
                                  clang::ASTContext &Context);
/// True if \p E is a constant, or the argument of a function, which may be one
/// where the function is called.
bool mayBeConstant(const clang::Expr *E, clang::ASTContext &Context);

/// The side of \p E that is executed, if its condition is a constant; else
/// null.
const clang::Expr *chosenSide(const clang::AbstractConditionalOperator &E,
                              clang::ASTContext &Context);

/// Makes \p Variable invalid if its type, as it is spelled there, does so.
void invalidateLostExtents(clang::VarDecl &Variable);

/// The index before the template arguments that end with token \p I; \p I
/// itself if none do.
unsigned beforeTemplateArguments(llvm::ArrayRef<clang::Token> Tokens,
                                 unsigned I);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_LOSTCODE_H
