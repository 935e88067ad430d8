//===- Extents.cpp - Extents of declared arrays ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/Extents.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

/// The loc of the outermost array type in \p Loc.
static ArrayTypeLoc arrayLoc(TypeLoc Loc) {
  while (Loc) {
    if (auto Array = Loc.getAs<ArrayTypeLoc>())
      return Array;
    if (auto Qualified = Loc.getAs<QualifiedTypeLoc>())
      Loc = Qualified.getUnqualifiedLoc();
    else if (auto Paren = Loc.getAs<ParenTypeLoc>())
      Loc = Paren.getInnerLoc();
    else if (auto Attributed = Loc.getAs<AttributedTypeLoc>())
      Loc = Attributed.getModifiedLoc();
    else
      break;
  }
  return ArrayTypeLoc();
}

/// The source of \p Range, if changing it there changes nothing else: not in
/// the body of a macro, nor in an argument, which the body may use several
/// times.
static std::optional<std::string> editableText(SourceRange Range,
                                               const SourceManager &Sources,
                                               const LangOptions &Language) {
  SourceLocation Place = Range.getBegin();
  while (Place.isMacroID()) {
    if (Sources.isMacroArgExpansion(Place))
      return std::nullopt;
    Place = Sources.getImmediateExpansionRange(Place).getBegin();
  }
  const CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Language);
  if (Chars.isInvalid())
    return std::nullopt;
  return Lexer::getSourceText(Chars, Sources, Language).str();
}

std::optional<std::vector<Extent>>
banklint::extentsOf(QualType &Type, const TypeSourceInfo *Written,
                    const ASTContext &Context, SourcePlaces &Places) {
  std::vector<Extent> Extents;
  ArrayTypeLoc Loc;
  if (Written)
    Loc = arrayLoc(Written->getTypeLoc());
  while (const ArrayType *Dimension = Context.getAsArrayType(Type)) {
    Extent E;
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Dimension))
      E.Elements = Constant->getZExtSize();
    else if (!Extents.empty() || !isa<IncompleteArrayType>(Dimension))
      return std::nullopt;
    if (Loc && Loc.getSizeExpr()) {
      SourceRange Range = Loc.getSizeExpr()->getSourceRange();
      std::optional<std::string> Text = editableText(
          Range, Context.getSourceManager(), Context.getLangOpts());
      if (Text) {
        E.Span = Places.spanOf(Range);
        E.Text = std::move(*Text);
      }
    }
    Extents.push_back(std::move(E));
    Type = Dimension->getElementType();
    if (Loc)
      Loc = arrayLoc(Loc.getElementLoc());
  }
  return Extents;
}
