//===- LostCode.cpp - Source text that has no AST -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang drops statements and initialisers that it cannot make sense of. What is
// left of them is text between the statements around. Its tokens tell enough to
// stay honest: a shared variable named there is an access that nobody knows, a
// local variable that may be changed there is forgotten, and a jump makes the
// rest conditional. Only functions that have errors are searched.
//
//===----------------------------------------------------------------------===//

#include "LostCode.h"
#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// The tokens of the file's text from \p Begin to the first that \p IsEnd
/// accepts, without directives. Identifiers and keywords are told apart; macros
/// are not expanded.
static LostTokens rawTokens(ASTContext &Context, SourceLocation Begin,
                            llvm::function_ref<bool(const Token &)> IsEnd) {
  LostTokens Result;
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, First] = Sources.getDecomposedExpansionLoc(Begin);
  bool IsInvalid = false;
  llvm::StringRef Text = Sources.getBufferData(File, &IsInvalid);
  if (IsInvalid)
    return Result;
  Lexer Raw(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
            Text.begin(), Text.begin() + First, Text.end());
  Token T;
  bool IsInDirective = false;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Raw.LexFromRawLexer(T);
    if (T.isAtStartOfLine())
      IsInDirective = T.is(tok::hash);
    if (T.is(tok::eof) || (!IsInDirective && IsEnd(T)))
      break;
    if (IsInDirective)
      continue;
    if (T.is(tok::raw_identifier)) {
      IdentifierInfo &Name = Context.Idents.get(T.getRawIdentifier());
      T.setIdentifierInfo(&Name);
      T.setKind(Name.getTokenID());
    }
    Result.push_back(T);
  }
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

LostTokens Lowering::lostTokens(SourceLocation Begin, SourceLocation End) {
  SourceLocation FileEnd = Sources.getExpansionLoc(End);
  if (Sources.getFileID(Sources.getExpansionLoc(Begin)) !=
      Sources.getFileID(FileEnd))
    return {};
  unsigned Last = Sources.getFileOffset(FileEnd);
  LostTokens Tokens = rawTokens(Context, Begin, [&](const Token &T) {
    return Sources.getFileOffset(T.getLocation()) >= Last;
  });
  appendMacros(Tokens, Macros);
  return Tokens;
}

/// The place behind the token at \p Loc.
SourceLocation Lowering::endOf(SourceLocation Loc) {
  return Lexer::getLocForEndOfToken(Sources.getExpansionRange(Loc).getEnd(), 0,
                                    Sources, Context.getLangOpts());
}

/// The tokens in \p S before its child number \p Index that no child covers, if
/// an error stands there.
LostTokens Lowering::tokensBefore(const CompoundStmt &S, unsigned Index) {
  SourceLocation Since = S.getLBracLoc();
  SourceLocation Begin = endOf(Since);
  if (Index > 0) {
    const clang::Stmt *Before = S.body_begin()[Index - 1];
    Since = Before->getBeginLoc();
    Begin = endOf(Before->getEndLoc());
  }
  SourceLocation End = Index == S.size() ? S.getRBracLoc()
                                         : S.body_begin()[Index]->getBeginLoc();
  LostTokens Result;
  if (!Errors.find(Sources, Since, End))
    return Result;
  if (S.getLBracLoc().isMacroID()) {
    // All of it is in one place; whatever the macro names may be lost.
    if (Index == 0)
      Result = lostTokens(Since, endOf(Since));
  } else {
    Result = lostTokens(Begin, End);
  }
  if (llvm::all_of(Result, [](const Token &T) { return T.is(tok::semi); }))
    Result.clear();
  return Result;
}

/// The tokens from \p Begin to the end of the statement there.
LostTokens Lowering::tokensOfStatement(SourceLocation Begin) {
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

namespace {
/// One variable's name among lost tokens.
struct LostUse {
  const Token *Name;
  bool IsAssigned = false;
  /// It, or a part of it, may have another value afterwards.
  bool MayChange = false;
  /// Only a part of it, or what it points to, is used.
  bool IsPart = false;
};
} // namespace

/// The index behind the brackets that open at \p I.
static unsigned behindBrackets(const LostTokens &Tokens, unsigned I) {
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

/// How the variable that token \p I of \p Tokens names is used.
static LostUse useAt(const LostTokens &Tokens, unsigned I) {
  auto KindAt = [&](unsigned Index) {
    return Index < Tokens.size() ? Tokens[Index].getKind() : tok::semi;
  };
  LostUse Use{&Tokens[I]};
  unsigned Next = I + 1;
  while (true) {
    if (KindAt(Next) == tok::l_square)
      Next = behindBrackets(Tokens, Next);
    else if (KindAt(Next) == tok::period || KindAt(Next) == tok::arrow)
      Next += 2;
    else
      break;
    Use.IsPart = true;
  }
  tok::TokenKind Before = I > 0 ? Tokens[I - 1].getKind() : tok::semi;
  tok::TokenKind After = KindAt(Next);
  Use.IsAssigned = isAssignment(After);
  bool IsStepped = After == tok::plusplus || After == tok::minusminus ||
                   Before == tok::plusplus || Before == tok::minusminus;
  // An argument of its own may bind to a reference.
  bool IsArgument = (Before == tok::l_paren || Before == tok::comma) &&
                    (After == tok::r_paren || After == tok::comma);
  Use.MayChange =
      Use.IsAssigned || IsStepped || IsArgument || Before == tok::amp;
  return Use;
}

/// The variables that \p Name may mean in the functions being lowered.
llvm::SmallVector<const VarDecl *, 2>
Lowering::variablesNamed(const IdentifierInfo &Name) {
  llvm::SmallVector<const VarDecl *, 2> Result;
  auto Add = [&](const Decl *D) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (Variable && Variable->getIdentifier() == &Name &&
        !llvm::is_contained(Result, Variable))
      Result.push_back(Variable);
  };
  for (const Frame &F : Frames) {
    for (const auto &Bound : F.Bindings)
      Add(Bound.first);
    for (const Decl *D : F.Function->decls())
      Add(D);
    for (const DeclContext *Scope = F.Function->getDeclContext(); Scope;
         Scope = Scope->getParent())
      for (const NamedDecl *D : Scope->lookup(&Name))
        Add(D);
  }
  for (const auto &Known : ArrayNumbers)
    Add(Known.first);
  return Result;
}

/// True if what \p B binds may point into shared memory.
bool Lowering::mayHoldShared(const Binding &B) {
  if (B.Kind == Binding::Scalar)
    return SharedAddresses.count(B.Index);
  LValue P = B.Target;
  if (B.Kind == Binding::Members) {
    P.Kind = LValue::Record;
    P.Index = B.Index;
  }
  return P.Kind == LValue::Shared || P.Kind == LValue::Pointer ||
         holdsSharedPointer(P);
}

/// What lost code may do with \p Decl.
void Lowering::lowerLostUse(const VarDecl &Decl, const Token &Name,
                            bool IsAssigned, bool MayChange, bool IsPart,
                            const Reason &Why) {
  Binding *B = bindingOf(Decl);
  if (Decl.hasAttr<CUDASharedAttr>() || (B && mayHoldShared(*B)))
    emitUnknownAccess(IsAssigned ? MemoryOperation::Store
                                 : MemoryOperation::Load,
                      sharedArray(Decl), 4, Name.getLocation(), Why);
  if (!B || !MayChange)
    return;
  LValue P;
  if (B->Kind == Binding::Alias) {
    P = B->Target;
  } else if (B->Kind == Binding::Scalar && !IsPart) {
    P.Kind = LValue::Variable;
    P.Index = B->Index;
  } else if (B->Kind == Binding::Members) {
    P.Kind = LValue::Record;
    P.Index = B->Index;
  }
  forget(P, Decl.getType().getNonReferenceType(), Why.Code, Why.Detail);
  forgetReferences(P, Why.Code, Why.Detail);
}

/// Stands for code that has only tokens. Of variables in \p Known, their AST is
/// lowered elsewhere.
void Lowering::lowerLost(const LostTokens &Tokens, const Reason &Why,
                         llvm::ArrayRef<llvm::StringRef> Known) {
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    const IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
    if (Tokens[I].is(tok::kw_return)) {
      banklint::Stmt &If = append(StmtKind::If, Tokens[I].getLocation());
      If.Value = Builder.opaque({Why, "", /*Divergent=*/true}, BoolType);
      If.Blocks.resize(2);
      llvm::SaveAndRestore Restore(Out, &If.Blocks[0]);
      append(StmtKind::Return, Tokens[I].getLocation());
    }
    if (Tokens[I].isNot(tok::identifier) ||
        llvm::is_contained(Known, Name->getName()))
      continue;
    if (I > 0 &&
        Tokens[I - 1].isOneOf(tok::period, tok::arrow, tok::coloncolon))
      continue;
    if (Name->getName() == "__shared__")
      emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                        Tokens[I].getLocation(), Why);
    LostUse Use = useAt(Tokens, I);
    for (const VarDecl *Decl : variablesNamed(*Name))
      lowerLostUse(*Decl, Tokens[I], Use.IsAssigned, Use.MayChange, Use.IsPart,
                   Why);
  }
}

/// What the compiler says about the source from \p Begin to \p End.
Reason Lowering::parseError(SourceLocation Begin, SourceLocation End) {
  const std::string *Message = Errors.find(Sources, Begin, End);
  return {ReasonCode::ParseError,
          Message ? *Message : "an expression that does not parse"};
}

/// The alignment that \p Decl asks for with alignas where nvcc takes it and
/// Clang does not: behind `__shared__`. 1 if there is none, or no number.
unsigned Lowering::writtenAlignment(const VarDecl &Decl) {
  if (Decl.getBeginLoc().isInvalid() ||
      !Errors.find(Sources, Decl.getBeginLoc(), Decl.getLocation()))
    return 1;
  LostTokens Tokens = lostTokens(Decl.getBeginLoc(), Decl.getLocation());
  unsigned Alignment = 1;
  for (unsigned I = 0; I + 3 < Tokens.size(); ++I) {
    unsigned Value = 0;
    if (Tokens[I].is(tok::kw_alignas) && Tokens[I + 1].is(tok::l_paren) &&
        Tokens[I + 2].is(tok::numeric_constant) &&
        Tokens[I + 3].is(tok::r_paren) &&
        !llvm::StringRef(Tokens[I + 2].getLiteralData(),
                         Tokens[I + 2].getLength())
             .getAsInteger(0, Value) &&
        llvm::isPowerOf2_32(Value))
      Alignment = std::max(Alignment, Value);
  }
  return Alignment;
}

/// Why nothing is known of the shared variable \p Decl.
Reason Lowering::invalidDeclaration(const VarDecl &Decl) {
  std::string Text =
      "'" + Decl.getNameAsString() + "' has no valid declaration";
  // The tree may end before the part that is wrong.
  LostTokens Tokens = tokensOfStatement(Decl.getLocation());
  if (!Tokens.empty())
    if (const std::string *Message = Errors.find(Sources, Decl.getBeginLoc(),
                                                 Tokens.back().getLocation()))
      Text += ": " + *Message;
  return {ReasonCode::UnknownArray, std::move(Text)};
}

void Lowering::lowerCompound(const CompoundStmt &S) {
  for (unsigned I = 0; I <= S.size(); ++I) {
    if (LostTokens Lost = tokensBefore(S, I); !Lost.empty())
      lowerLost(Lost, parseError(Lost.front().getLocation(),
                                 Lost.back().getLocation()));
    if (I != S.size())
      lowerStmt(S.body_begin()[I]);
  }
}

/// Clang puts an empty statement in the place of a branch that it drops.
void Lowering::lowerNull(const NullStmt &S) {
  SourceLocation Begin = S.getSemiLoc();
  if (S.getSemiLoc().isMacroID() || Errors.count() == 0)
    return;
  LostTokens Tokens = tokensOfStatement(Begin);
  if (!Tokens.empty() &&
      Errors.find(Sources, Begin, Tokens.back().getLocation()))
    lowerLost(Tokens, parseError(Begin, Tokens.back().getLocation()));
}

/// True if the declaration of \p Decl has tokens that its AST lacks: an
/// initialiser, or all of it. They are lowered then, and its value is unknown.
bool Lowering::lowerLostInit(const VarDecl &Decl) {
  if (Decl.getInit() || Errors.count() == 0)
    return false;
  SourceLocation Begin =
      Decl.isInvalidDecl() ? Decl.getBeginLoc() : Decl.getLocation();
  LostTokens Tokens = tokensOfStatement(Begin);
  if (Tokens.empty() ||
      !Errors.find(Sources, Begin, Tokens.back().getLocation()))
    return false;
  unsigned Next = 1;
  while (Next < Tokens.size() && Tokens[Next].is(tok::l_square))
    Next = behindBrackets(Tokens, Next);
  if (!Decl.isInvalidDecl() &&
      (Next >= Tokens.size() ||
       !Tokens[Next].isOneOf(tok::equal, tok::l_paren, tok::l_brace)))
    return false;
  Reason Why = parseError(Begin, Tokens.back().getLocation());
  // Uses of a shared variable without a valid declaration are told one by one,
  // if Clang did not mistake the type's name for that of the variable.
  llvm::SmallVector<llvm::StringRef, 2> Known;
  if (Decl.hasAttr<CUDASharedAttr>() && Decl.isReferenced())
    Known = {"__shared__", Decl.getName()};
  lowerLost(Tokens, Why, Known);
  if (Binding *B = bindingOf(Decl); B && B->Kind != Binding::Alias)
    lowerLostUse(Decl, Tokens.front(), /*IsAssigned=*/true, /*MayChange=*/true,
                 /*IsPart=*/false, Why);
  return true;
}

namespace {
/// Collects the statements that may have lost some of their parts.
class CompoundFinder : public RecursiveASTVisitor<CompoundFinder> {
public:
  std::vector<const CompoundStmt *> Found;
  bool VisitCompoundStmt(CompoundStmt *S) {
    Found.push_back(S);
    return true;
  }
};
} // namespace

/// True if control flow may be lost in \p Function, apart from returns.
bool Lowering::losesJumps(const FunctionDecl &Function) {
  SourceRange Range = Function.getBody()->getSourceRange();
  if (!Errors.find(Sources, Range.getBegin(), Range.getEnd()))
    return false;
  CompoundFinder Finder;
  Finder.TraverseStmt(Function.getBody());
  for (const CompoundStmt *S : Finder.Found)
    for (unsigned I = 0; I <= S->size(); ++I) {
      LostTokens Tokens = tokensBefore(*S, I);
      bool HasLoop = llvm::any_of(Tokens, [](const Token &T) {
        return T.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do,
                         tok::kw_switch);
      });
      if (llvm::any_of(Tokens, [&](const Token &T) {
            return T.isOneOf(tok::kw_goto, tok::kw_case, tok::kw_default) ||
                   (!HasLoop && T.isOneOf(tok::kw_break, tok::kw_continue));
          }))
        return true;
    }
  return false;
}
