//===- PitchConstants.h - Constants that serve one array --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the one definition behind numbers of an array's subscripts, and makes
// sure that nothing else in the source knows it: not the text that is compiled
// here, nor any other.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_PITCHCONSTANTS_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_PITCHCONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace banklint {

/// A literal, a variable's constant value or an enumerator.
struct NamedNumber {
  uint64_t Elements = 0;
  /// What evaluates to it.
  const clang::Expr *Value = nullptr;
  /// Where the source spells it; macros around it included.
  clang::SourceRange Range;
  /// The literal or the declaration; the other one is null.
  const clang::IntegerLiteral *Literal = nullptr;
  const clang::ValueDecl *Constant = nullptr;
};

/// What \p Written is, if it is nothing more than a number below 2^32.
std::optional<NamedNumber> namedNumber(const clang::Expr *Written,
                                       const clang::ASTContext &Context);

/// The expression in the brackets of an array's declaration, or null.
const clang::Expr *writtenSize(const clang::VarDecl &Array);

struct DefinedConstant {
  std::string Name;
  /// Its literal, in the main file.
  clang::SourceLocation Definition;
  std::string Text;
  /// The array's elements, see PitchConstant::ExtentTerms.
  llvm::SmallVector<int64_t, 4> ExtentTerms;
};

class PitchConstants {
public:
  /// \p Factors, at least one, stand in subscripts of \p Array.
  PitchConstants(const clang::ASTContext &Context, const clang::VarDecl &Array,
                 llvm::ArrayRef<NamedNumber> Factors)
      : Context(Context), Sources(Context.getSourceManager()), Array(Array),
        Factors(Factors) {}

  /// Nothing unless all factors name one constant, which serves for nothing
  /// else but them and the array's extent.
  std::optional<DefinedConstant> find();

private:
  using Terms = llvm::SmallVector<int64_t, 4>;

  bool isConstant(const NamedNumber &Number) const;
  std::string nameOf(const NamedNumber &Number) const;
  const clang::IntegerLiteral *definition() const;
  std::optional<Terms> termsOf(const clang::Expr *Size);
  bool isMentionedElsewhere(const DefinedConstant &Constant) const;
  bool isUnseenMention(clang::FileID File, unsigned First, unsigned Last,
                       const DefinedConstant &Constant) const;
  bool isNamedBehindText() const;

  const clang::ASTContext &Context;
  const clang::SourceManager &Sources;
  const clang::VarDecl &Array;
  const llvm::ArrayRef<NamedNumber> Factors;
  /// Offsets in the main file where it is named and may be.
  llvm::SmallSet<unsigned, 16> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_PITCHCONSTANTS_H
