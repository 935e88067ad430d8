//===- LostCode.cpp - Source text that has no AST -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostCode.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "RawTokens.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace banklint;
using namespace clang;
using clang::Stmt;

/// The tokens of the file's text from \p Begin to the first that \p IsEnd
/// accepts, without directives. Identifiers and keywords are told apart; macros
/// are not expanded.
static LostTokens rawTokens(ASTContext &Context, SourceLocation Begin,
                            llvm::function_ref<bool(const Token &)> IsEnd) {
  LostTokens Result;
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, First] = Sources.getDecomposedExpansionLoc(Begin);
  forEachRawToken(Sources, Context.getLangOpts(), File, First,
                  [&](Token T, bool IsInDirective) {
                    if (IsInDirective)
                      return true;
                    if (IsEnd(T))
                      return false;
                    if (T.is(tok::raw_identifier)) {
                      IdentifierInfo &Name =
                          Context.Idents.get(T.getRawIdentifier());
                      T.setIdentifierInfo(&Name);
                      T.setKind(Name.getTokenID());
                    }
                    Result.push_back(T);
                    return true;
                  });
  return Result;
}

/// Puts behind \p Tokens what their macros expand to, at the place of the use.
static void appendMacros(LostTokens &Tokens, const Preprocessor &Macros) {
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Known;
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    const IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
    if (!Name || !Name->hadMacroDefinition() || !Known.insert(Name).second)
      continue;
    const MacroInfo *Macro = Macros.getMacroInfo(Name);
    if (!Macro ||
        Macros.getSourceManager().isInSystemHeader(Macro->getDefinitionLoc()))
      continue;
    SourceLocation Use = Tokens[I].getLocation();
    Token Separator;
    Separator.startToken();
    Separator.setKind(tok::semi);
    Separator.setLocation(Use);
    Tokens.push_back(Separator);
    for (Token T : Macro->tokens()) {
      T.setLocation(Use);
      Tokens.push_back(T);
    }
  }
}

LostTokens LostCode::between(SourceLocation Begin, SourceLocation End) const {
  SourceLocation FileEnd = Sources.getExpansionLoc(End);
  if (Sources.getFileID(Sources.getExpansionLoc(Begin)) !=
      Sources.getFileID(FileEnd))
    return {};
  unsigned Last = Sources.getFileOffset(FileEnd);
  auto [It, IsNew] =
      Stretches.try_emplace({Begin.getRawEncoding(), FileEnd.getRawEncoding()});
  LostTokens &Tokens = It->second;
  if (!IsNew)
    return Tokens;
  Tokens = rawTokens(Context, Begin, [&](const Token &T) {
    return Sources.getFileOffset(T.getLocation()) >= Last;
  });
  appendMacros(Tokens, Macros);
  return Tokens;
}

/// The place behind the token at \p Loc.
SourceLocation LostCode::endOf(SourceLocation Loc) const {
  return Lexer::getLocForEndOfToken(Sources.getExpansionRange(Loc).getEnd(), 0,
                                    Sources, Context.getLangOpts());
}

/// The last token of \p S, as far as it was kept.
static SourceLocation lastTokenOf(const clang::Stmt &S) {
  // The statement behind a label may be lost, which has no place then.
  if (const auto *Label = dyn_cast<SwitchCase>(&S))
    return Label->getSubStmt()->getEndLoc().isValid()
               ? lastTokenOf(*Label->getSubStmt())
               : Label->getColonLoc();
  return S.getEndLoc();
}

/// The tokens in \p S before its child number \p Index that no child covers, if
/// an error stands there.
LostTokens LostCode::before(const CompoundStmt &S, unsigned Index) const {
  SourceLocation Since = S.getLBracLoc();
  SourceLocation Begin = endOf(Since);
  if (Index > 0) {
    const clang::Stmt *Before = S.body_begin()[Index - 1];
    Since = Before->getBeginLoc();
    Begin = endOf(lastTokenOf(*Before));
  }
  SourceLocation End = Index == S.size() ? S.getRBracLoc()
                                         : S.body_begin()[Index]->getBeginLoc();
  LostTokens Result;
  if (!hasErrors(Since, End))
    return Result;
  if (S.getLBracLoc().isMacroID()) {
    // All of it is in one place; whatever the macro names may be lost.
    if (Index == 0)
      Result = between(Since, endOf(Since));
  } else {
    Result = between(Begin, End);
  }
  if (llvm::all_of(Result, [](const Token &T) { return T.is(tok::semi); }))
    Result.clear();
  return Result;
}

/// The tokens from \p Begin to the end of the statement there.
LostTokens LostCode::statementAt(SourceLocation Begin) const {
  unsigned Depth = 0;
  LostTokens Tokens = rawTokens(Context, Begin, [&](const Token &T) {
    bool IsClosing = T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square);
    if (Depth == 0 && (IsClosing || T.is(tok::semi)))
      return true;
    Depth += T.isOneOf(tok::l_paren, tok::l_brace, tok::l_square);
    Depth -= IsClosing;
    return false;
  });
  appendMacros(Tokens, Macros);
  return Tokens;
}

/// The index behind the brackets that open at \p I.
static unsigned behindBrackets(llvm::ArrayRef<Token> Tokens, unsigned I) {
  unsigned Depth = 0;
  for (; I != Tokens.size(); ++I) {
    Depth += Tokens[I].isOneOf(tok::l_square, tok::l_paren);
    Depth -= Tokens[I].isOneOf(tok::r_square, tok::r_paren);
    if (Depth == 0)
      return I + 1;
  }
  return I;
}

static bool isAssignment(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::equal:
  case tok::starequal:
  case tok::slashequal:
  case tok::percentequal:
  case tok::plusequal:
  case tok::minusequal:
  case tok::lesslessequal:
  case tok::greatergreaterequal:
  case tok::ampequal:
  case tok::caretequal:
  case tok::pipeequal:
    return true;
  default:
    return false;
  }
}

/// Clang puts an empty statement in the place of a branch that it drops.
LostTokens LostCode::inPlaceOf(const NullStmt &S) const {
  SourceLocation Begin = S.getSemiLoc();
  if (Begin.isMacroID() || Errors.count() == 0)
    return {};
  LostTokens Tokens = statementAt(Begin);
  if (Tokens.empty() || !hasErrors(Begin, Tokens.back().getLocation()))
    return {};
  return Tokens;
}

LostTokens LostCode::declaring(const VarDecl &Decl) const {
  if (Decl.getInit() || Errors.count() == 0)
    return {};
  SourceLocation Begin =
      Decl.isInvalidDecl() ? Decl.getBeginLoc() : Decl.getLocation();
  LostTokens Tokens = statementAt(Begin);
  if (Tokens.empty() || !hasErrors(Begin, Tokens.back().getLocation()))
    return {};
  unsigned Next = 1;
  while (Next < Tokens.size() && Tokens[Next].is(tok::l_square))
    Next = behindBrackets(Tokens, Next);
  if (!Decl.isInvalidDecl() &&
      (Next >= Tokens.size() ||
       !Tokens[Next].isOneOf(tok::equal, tok::l_paren, tok::l_brace)))
    return {};
  return Tokens;
}

/// True if \p Value, which may be null, has an error or a part that was
/// invalidated.
static bool isLost(const clang::Expr *Value) {
  return !walk(Value, [](const clang::Stmt *S) {
    const auto *E = dyn_cast<clang::Expr>(S);
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return !(E && E->containsErrors()) &&
           !(Ref && Ref->getDecl()->isInvalidDecl());
  });
}

void banklint::invalidateLostValues(EnumDecl &Enum,
                                    const SourceErrors &Errors) {
  if (Errors.count() == 0)
    return;
  const SourceManager &Sources = Enum.getASTContext().getSourceManager();
  bool IsLost = false;
  for (auto It = Enum.enumerator_begin(); It != Enum.enumerator_end();) {
    EnumConstantDecl *Value = *It++;
    SourceLocation End =
        It != Enum.enumerator_end() ? It->getLocation() : Enum.getEndLoc();
    if (isLost(Value->getInitExpr()) ||
        Errors.find(Sources, Value->getLocation(), End))
      IsLost = true;
    else if (Value->getInitExpr())
      IsLost = false;
    if (IsLost)
      Value->setInvalidDecl();
  }
}

void banklint::invalidateLostLayout(CXXRecordDecl &Record,
                                    const SourceErrors &Errors) {
  if (Errors.count() == 0 || Record.isInvalidDecl())
    return;
  const SourceManager &Sources = Record.getASTContext().getSourceManager();
  unsigned Lost =
      Errors.countIn(Sources, Record.getBeginLoc(), Record.getEndLoc());
  for (const Decl *Member : Record.decls())
    if (Lost != 0 && !Member->isImplicit() &&
        isa<FunctionDecl, FunctionTemplateDecl, FriendDecl, VarDecl>(Member))
      Lost -= std::min(Lost, Errors.countIn(Sources, Member->getBeginLoc(),
                                            Member->getEndLoc()));
  if (Lost != 0)
    Record.setInvalidDecl();
}

namespace {
/// Looks for sizes of invalid records, in constants that are named, too.
class LostLayoutFinder : public AstWalker {
public:
  /// Ends the walk at the first.
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
      return hasLayout(Trait->getTypeOfArgument());
    if (const auto *Offset = dyn_cast<OffsetOfExpr>(S))
      return hasLayout(Offset->getTypeSourceInfo()->getType());
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref)
      return true;
    const clang::Expr *Init = nullptr;
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      Init = Variable->getAnyInitializer();
    else if (const auto *Value = dyn_cast<EnumConstantDecl>(Ref->getDecl()))
      Init = Value->getInitExpr();
    return !Init || !Seen.insert(Init).second || walk(Init);
  }

private:
  static bool hasLayout(QualType Type) {
    const clang::Type *Element =
        Type.getNonReferenceType()->getBaseElementTypeUnsafe();
    const CXXRecordDecl *Record = Element->getAsCXXRecordDecl();
    return !Record || !Record->isInvalidDecl();
  }

  llvm::SmallPtrSet<const clang::Expr *, 8> Seen;
};
} // namespace

bool banklint::needsLostLayout(const clang::Expr &E, ASTContext &Context) {
  if (!Context.getDiagnostics().hasErrorOccurred())
    return false;
  return !LostLayoutFinder().walk(&E);
}

/// The static member of which \p E reads the value through an object, if that
/// has no effect. Clang looks at the object, which may not be constant.
static const VarDecl *staticMemberRead(const clang::Expr &E,
                                       const ASTContext &Context) {
  const auto *Read = dyn_cast<ImplicitCastExpr>(E.IgnoreParens());
  if (!Read || Read->getCastKind() != CK_LValueToRValue)
    return nullptr;
  const auto *Member = dyn_cast<MemberExpr>(Read->getSubExpr()->IgnoreParens());
  const auto *Static =
      Member ? dyn_cast<VarDecl>(Member->getMemberDecl()) : nullptr;
  return Static && Static->isUsableInConstantExpressions(Context) &&
                 !Member->getBase()->HasSideEffects(Context)
             ? Static
             : nullptr;
}

static std::optional<llvm::APSInt> evaluated(const clang::Expr &E,
                                             const ASTContext &Context) {
  clang::Expr::EvalResult Result;
  if (E.EvaluateAsInt(Result, Context) && !Result.HasSideEffects)
    return Result.Val.getInt();
  if (const VarDecl *Static = staticMemberRead(E, Context))
    if (const APValue *Value = Static->evaluateValue(); Value && Value->isInt())
      return Value->getInt();
  return std::nullopt;
}

std::optional<int64_t> banklint::constantOf(const clang::Expr *E,
                                            ASTContext &Context) {
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !integerType(E->getType(), Context))
    return std::nullopt;
  const std::optional<llvm::APSInt> Int = evaluated(*E, Context);
  if (!Int || needsLostLayout(*E, Context))
    return std::nullopt;
  return Int->isSigned() ? Int->getSExtValue() : int64_t(Int->getZExtValue());
}

bool banklint::mayBeConstant(const clang::Expr *E, ASTContext &Context) {
  if (constantOf(E, Context))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  if (!Ref)
    return false;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Ref->getDecl()))
    return !isKernelArgument(*Parameter);
  const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
  return Decl && Decl->isLocalVarDecl() && Decl->getInit() &&
         constantOf(Decl->getInit(), Context);
}

const clang::Expr *banklint::chosenSide(const AbstractConditionalOperator &E,
                                        ASTContext &Context) {
  if (isa<BinaryConditionalOperator>(E))
    return nullptr;
  const std::optional<int64_t> Condition = constantOf(E.getCond(), Context);
  if (!Condition)
    return nullptr;
  return *Condition ? E.getTrueExpr() : E.getFalseExpr();
}

void banklint::invalidateLostExtents(VarDecl &Variable) {
  if (!Variable.getASTContext().getDiagnostics().hasErrorOccurred() ||
      !Variable.getTypeSourceInfo())
    return;
  if (!LostLayoutFinder().walk(Variable.getTypeSourceInfo()->getTypeLoc()))
    Variable.setInvalidDecl();
}

static tok::TokenKind kindAt(llvm::ArrayRef<Token> Tokens, unsigned I) {
  return I < Tokens.size() ? Tokens[I].getKind() : tok::semi;
}

/// True if the ampersand that is token \p I has an operand on its left.
static bool isBinary(llvm::ArrayRef<Token> Tokens, unsigned I) {
  return I > 0 && Tokens[I - 1].isOneOf(tok::identifier, tok::numeric_constant,
                                        tok::r_paren, tok::r_square);
}

/// True if the parentheses that token \p I opens are those of no call and no
/// statement.
static bool isGroup(llvm::ArrayRef<Token> Tokens, unsigned I) {
  if (I == 0)
    return true;
  const Token &Before = Tokens[I - 1];
  return !Before.isOneOf(tok::greater, tok::r_paren, tok::r_square) &&
         (!Before.getIdentifierInfo() ||
          Before.isOneOf(tok::kw_else, tok::kw_do, tok::kw_return));
}

LostUse banklint::useAt(llvm::ArrayRef<Token> Tokens, unsigned I) {
  LostUse Use;
  unsigned Next = I + 1;
  while (true) {
    if (kindAt(Tokens, Next) == tok::l_square)
      Next = behindBrackets(Tokens, Next);
    else if (kindAt(Tokens, Next) == tok::period ||
             kindAt(Tokens, Next) == tok::arrow)
      Next += 2;
    else
      break;
    Use.IsPart = true;
  }
  while (I > 0 && Tokens[I - 1].is(tok::l_paren) && isGroup(Tokens, I - 1) &&
         kindAt(Tokens, Next) == tok::r_paren) {
    --I;
    ++Next;
  }
  tok::TokenKind Before = I > 0 ? Tokens[I - 1].getKind() : tok::semi;
  tok::TokenKind After = kindAt(Tokens, Next);
  Use.IsAssigned = isAssignment(After);
  Use.IsStepped = After == tok::plusplus || After == tok::minusminus ||
                  Before == tok::plusplus || Before == tok::minusminus ||
                  Before == tok::greatergreater;
  Use.IsAddressed = Before == tok::amp && !isBinary(Tokens, I - 1);
  Use.IsArgument =
      (Before == tok::l_paren || Before == tok::l_brace ||
       Before == tok::comma) &&
      (After == tok::r_paren || After == tok::r_brace || After == tok::comma);
  Use.IsObject = Use.IsPart && After == tok::l_paren;
  return Use;
}

unsigned banklint::beforeTemplateArguments(llvm::ArrayRef<Token> Tokens,
                                           unsigned I) {
  int Depth = 0;
  for (unsigned Begin = I + 1; Begin-- > 0;) {
    const Token &T = Tokens[Begin];
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      break;
    Depth +=
        T.is(tok::greater) + 2 * T.is(tok::greatergreater) - T.is(tok::less);
    if (Depth <= 0)
      return Begin > 0 && Begin != I ? Begin - 1 : I;
  }
  return I;
}

std::optional<LostCall> banklint::callAround(llvm::ArrayRef<Token> Tokens,
                                             unsigned I) {
  unsigned Depth = 0;
  LostCall Call{0, 0};
  while (I-- > 0) {
    const Token &T = Tokens[I];
    bool IsOpening = T.isOneOf(tok::l_paren, tok::l_brace, tok::l_square);
    if (T.is(tok::semi))
      break;
    if (IsOpening && Depth == 0) {
      if (I == 0 || T.is(tok::l_square))
        break;
      Call.Callee = beforeTemplateArguments(Tokens, I - 1);
      // What another call returns may be called, too.
      if (Tokens[Call.Callee].is(tok::identifier) ||
          (T.is(tok::l_paren) &&
           Tokens[Call.Callee].isOneOf(tok::r_paren, tok::r_square)))
        return Call;
      if (!isGroup(Tokens, I))
        break;
      Call.Argument = 0;
      continue;
    }
    Depth -= IsOpening;
    Depth += T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square);
    Call.Argument += Depth == 0 && T.is(tok::comma);
  }
  return std::nullopt;
}
