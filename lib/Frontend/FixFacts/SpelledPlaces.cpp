//===- SpelledPlaces.cpp - How the source spells places in arrays ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an edit of an array's subscripts needs: where each of them stands, and
// every other place that has the array's name.
//
//===----------------------------------------------------------------------===//

#include "SpelledPlaces.h"
#include "Recovery/RawTokens.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// The place behind what casts, members and pointers make of it: tile[r][c] in
/// *reinterpret_cast<float4 *>(&tile[r][c]) and in tile[r][c].x. Whether the
/// address is still the same is for others to find out.
static const ArraySubscriptExpr *innerSubscript(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      E = Cast->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      E = Member->getBase();
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
               Unary && (Unary->getOpcode() == UO_Deref ||
                         Unary->getOpcode() == UO_AddrOf)) {
      E = Unary->getSubExpr();
    } else {
      const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
      if (!Subscript || isa<ImplicitCastExpr>(Subscript->getBase()))
        return Subscript;
      // Of a pointer that was made of a place.
      E = Subscript->getBase();
    }
  }
}

/// True if the source may evaluate \p E once more: it has no effects, and what
/// it reads is neither shared nor behind a pointer.
static bool isRepeatable(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (E->getType().isVolatileQualified() || E->containsErrors())
    return false;
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          MSPropertyRefExpr, SizeOfPackExpr, UnaryExprOrTypeTraitExpr>(E))
    return true;
  // threadIdx.x is a function in disguise.
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    return isa<MSPropertyRefExpr>(Pseudo->getSyntacticForm()->IgnoreParens());
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return !Name->getDecl()->hasAttr<CUDASharedAttr>() &&
           !Name->getDecl()->getType()->isReferenceType();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary &&
      (Binary->isAssignmentOp() || Binary->isCommaOp() || Binary->isPtrMemOp()))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && !Unary->isArithmeticOp())
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && Member->isArrow() &&
      !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return false;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
      Subscript &&
      !Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
    return false;
  if (!isa<BinaryOperator, UnaryOperator, MemberExpr, ArraySubscriptExpr,
           ConditionalOperator, ImplicitCastExpr, CStyleCastExpr,
           CXXStaticCastExpr, CXXFunctionalCastExpr, CXXThisExpr, ConstantExpr,
           SubstNonTypeTemplateParmExpr>(E))
    return false;
  return llvm::all_of(E->children(), [](const clang::Stmt *Child) {
    return !Child || isRepeatable(cast<clang::Expr>(Child));
  });
}

/// How \p E, which \p Address is the address of, is spelled, if edits of its
/// subscripts are edits of this place and of nothing else.
static std::optional<SpelledPlace>
spelledPlace(LoweredKernel &Lowered, const clang::Expr *E, ExprId Address) {
  const KernelProgram &Program = Lowered.Program;
  SourcePlaces &Places = Lowered.Places;
  const auto &Node = Program.expr(Address);
  if (Node.Kind != ExprKind::Address)
    return std::nullopt;
  const SharedArray &Array = Program.Arrays[Node.Index];
  const ArraySubscriptExpr *Last = innerSubscript(E);
  llvm::SmallVector<const clang::Expr *, 4> Subscripts;
  const clang::Expr *Base = Last;
  while (const auto *Next = dyn_cast_or_null<ArraySubscriptExpr>(Base)) {
    Subscripts.insert(Subscripts.begin(), Next->getIdx());
    Base = Next->getBase()->IgnoreParenImpCasts();
  }
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(Base);
  const auto *Decl = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!Decl || Decl != Lowered.ArrayDecls[Node.Index] ||
      Subscripts.size() != Array.Extents.size() ||
      Subscripts.size() != Node.Operands.size() - 1)
    return std::nullopt;
  llvm::StringRef Whole =
      Places.sourceOf({Name->getBeginLoc(), Last->getEndLoc()});
  if (!Whole.starts_with(Array.Name) || !Whole.ends_with("]"))
    return std::nullopt;
  SpelledPlace Place;
  Place.Name = Places.spanOf(Name->getSourceRange());
  for (const clang::Expr *Subscript : Subscripts) {
    llvm::StringRef Text = Places.sourceOf(Subscript->getSourceRange());
    // Text that is copied must not end the line that it comes to.
    bool IsPlain = Text.find_first_of("\n\\") == llvm::StringRef::npos &&
                   !Text.contains("//") && Text.begin() >= Whole.begin() &&
                   Text.end() < Whole.end();
    if (Text.empty() || !IsPlain || !isRepeatable(Subscript) ||
        !Subscript->getType()->isIntegralOrUnscopedEnumerationType())
      return std::nullopt;
    Place.Subscripts.push_back(
        {Places.spanOf(Subscript->getSourceRange()), Text.str()});
  }
  return Place;
}

void banklint::addSpelledPlaces(LoweredKernel &Lowered) {
  for (auto [Number, E] : Lowered.AccessPlaces) {
    Access &A = Lowered.Program.Accesses[Number];
    A.Spelled = spelledPlace(Lowered, E, A.Address);
  }
}

std::optional<std::vector<SourceSpan>>
banklint::mentionsOf(const VarDecl &Decl, SourcePlaces &Places) {
  const SourceManager &Sources = Places.sources();
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  if (!Function || !Function->hasBody() || Decl.getLocation().isMacroID())
    return std::nullopt;
  SourceRange Range = Function->getSourceRange();
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Places.language());
  if (Chars.isInvalid())
    return std::nullopt;
  const FileID File = Sources.getFileID(Chars.getBegin());
  const unsigned End = Sources.getFileOffset(Chars.getEnd());
  const auto Declared = Sources.getDecomposedLoc(Decl.getLocation());
  std::vector<SourceSpan> Mentions;
  forEachRawToken(
      Sources, Places.language(), File, Sources.getFileOffset(Chars.getBegin()),
      [&](const Token &T, bool) {
        const unsigned Offset = Sources.getFileOffset(T.getLocation());
        if (Offset < End && T.is(tok::raw_identifier) &&
            T.getRawIdentifier() == Decl.getName() &&
            Declared != std::make_pair(File, Offset))
          Mentions.push_back(Places.spanOf(T.getLocation()));
        return Offset < End;
      });
  return Mentions;
}

void banklint::addMentions(LoweredKernel &Lowered) {
  for (auto [Number, Decl] : llvm::enumerate(Lowered.ArrayDecls)) {
    SharedArray &Array = Lowered.Program.Arrays[Number];
    if (Array.Extents.size() > 1)
      Array.Mentions = mentionsOf(*Decl, Lowered.Places);
  }
}
