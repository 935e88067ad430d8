//===- PitchConstants.cpp - Constants that serve one array ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PitchConstants.h"
#include "Ast/AstWalker.h"
#include "Ast/SourceFiles.h"
#include "Recovery/RawTokens.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace clang;

namespace {

/// Finds uses of a declaration that do not stand where the text names it.
class HiddenUses : public AstWalker {
public:
  explicit HiddenUses(const ValueDecl &Constant) : Constant(Constant) {}

  /// Ends the walk at the first.
  bool visitStmt(const clang::Stmt *S) override {
    const auto *Name = dyn_cast<DeclRefExpr>(S);
    return !Name || Name->getDecl() != &Constant ||
           !Name->getLocation().isMacroID();
  }

private:
  const ValueDecl &Constant;
};

} // namespace

std::optional<NamedNumber> banklint::namedNumber(const clang::Expr *Written,
                                                 const ASTContext &Context) {
  NamedNumber Number;
  for (const clang::Expr *E = Written;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
      continue;
    }
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (Cast && Cast->getCastKind() == CK_IntegralCast) {
      E = Cast->getSubExpr();
      continue;
    }
    Number.Value = E;
    Number.Literal = dyn_cast<IntegerLiteral>(E);
    const clang::Expr *Named = E;
    if (Cast && Cast->getCastKind() == CK_LValueToRValue)
      Named = Cast->getSubExpr()->IgnoreParens();
    if (const auto *Name = dyn_cast<DeclRefExpr>(Named))
      Number.Constant = Name->getDecl();
    const auto *Variable = dyn_cast_or_null<VarDecl>(Number.Constant);
    const bool IsConstant =
        Number.Literal || isa_and_nonnull<EnumConstantDecl>(Number.Constant) ||
        (Variable && Cast && Variable->getType().isConstQualified());
    clang::Expr::EvalResult Result;
    if (!IsConstant || E->isValueDependent() ||
        !E->getType()->isIntegralOrEnumerationType() ||
        !E->EvaluateAsInt(Result, Context))
      return std::nullopt;
    const llvm::APSInt &Int = Result.Val.getInt();
    if (Int.isNegative() || Int.getActiveBits() > 32)
      return std::nullopt;
    Number.Elements = Int.getZExtValue();
    // A macro stands for the parentheses in its body, too.
    Number.Range =
        (E->getBeginLoc().isMacroID() ? Written : E)->getSourceRange();
    return Number;
  }
}

const clang::Expr *banklint::writtenSize(const VarDecl &Array) {
  if (!Array.getTypeSourceInfo())
    return nullptr;
  const TypeLoc Loc = Array.getTypeSourceInfo()->getTypeLoc();
  const auto Written = Loc.getUnqualifiedLoc().getAs<ArrayTypeLoc>();
  return Written ? Written.getSizeExpr() : nullptr;
}

/// True if \p Number is the same constant as the factors.
bool PitchConstants::isConstant(const NamedNumber &Number) const {
  const NamedNumber &First = Factors.front();
  return Number.Constant == First.Constant &&
         !Number.Literal == !First.Literal && nameOf(Number) == nameOf(First);
}

/// The one identifier that stands for \p Number, or "".
std::string PitchConstants::nameOf(const NamedNumber &Number) const {
  SourceLocation At = Number.Range.getBegin();
  if (Number.Literal) {
    // A macro of its own, whose body is the literal.
    if (!At.isMacroID() || Sources.isMacroArgExpansion(At))
      return "";
    const SourceRange Name =
        Sources.getImmediateExpansionRange(At).getAsRange();
    if (Name.getBegin() != Name.getEnd())
      return "";
    At = Name.getBegin();
  } else if (Number.Range.getBegin() != Number.Range.getEnd()) {
    return "";
  }
  if (At.isMacroID())
    return "";
  llvm::StringRef Text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(At), Sources, Context.getLangOpts());
  return isValidAsciiIdentifier(Text) ? Text.str() : "";
}

/// The literal that is the value of \p E.
static const IntegerLiteral *literalOf(const clang::Expr *E) {
  return E ? dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts()) : nullptr;
}

static const IntegerLiteral *definitionOf(const VarDecl &Variable,
                                          const ASTContext &Context) {
  const auto *Shared = Variable.getAttr<CUDAConstantAttr>();
  // Narrow types might not hold another value.
  if (Variable.isExternallyVisible() || Variable.hasAttr<CUDADeviceAttr>() ||
      (Shared && !Shared->isImplicit()) || Variable.isStaticDataMember() ||
      Variable.getType().isVolatileQualified() ||
      Context.getTypeSize(Variable.getType()) < 16)
    return nullptr;
  return literalOf(Variable.getInit());
}

static const IntegerLiteral *definitionOf(const EnumConstantDecl &Enumerator,
                                          const ASTContext &Context) {
  const auto *Enum = cast<EnumDecl>(Enumerator.getDeclContext());
  // The next one may be one more.
  const auto *Next =
      dyn_cast_or_null<EnumConstantDecl>(Enumerator.getNextDeclInContext());
  const clang::Expr *Value = Enumerator.getInitExpr();
  if ((Next && !Next->getInitExpr()) || !Value || Enum->isDependentContext() ||
      Context.getTypeSize(Enum->getIntegerType()) < 16)
    return nullptr;
  if (const auto *Full = dyn_cast<FullExpr>(Value))
    Value = Full->getSubExpr();
  return literalOf(Value);
}

/// The literal that defines the factors' constant.
const IntegerLiteral *PitchConstants::definition() const {
  const NamedNumber &First = Factors.front();
  if (First.Literal)
    return First.Literal;
  if (const auto *Variable = dyn_cast<VarDecl>(First.Constant))
    return definitionOf(*Variable, Context);
  return definitionOf(*cast<EnumConstantDecl>(First.Constant), Context);
}

/// The terms of \p Size, a sum of products; takes a note of where it names the
/// constant.
std::optional<PitchConstants::Terms>
PitchConstants::termsOf(const clang::Expr *Size) {
  if (auto Number = namedNumber(Size, Context)) {
    if (!isConstant(*Number))
      return Terms{int64_t(Number->Elements)};
    Known.insert(
        Sources.getFileOffset(Sources.getFileLoc(Number->Range.getBegin())));
    return Terms{0, 1};
  }
  const clang::Expr *Inner = Size->IgnoreParenImpCasts();
  if (const auto *Replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner)) {
    clang::Expr::EvalResult Result;
    if (!Replaced->EvaluateAsInt(Result, Context) ||
        Result.Val.getInt().getSignificantBits() > 32)
      return std::nullopt;
    return Terms{Result.Val.getInt().getExtValue()};
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Inner);
  if (!Binary ||
      (Binary->getOpcode() != BO_Add && Binary->getOpcode() != BO_Mul))
    return std::nullopt;
  std::optional<Terms> Left = termsOf(Binary->getLHS());
  std::optional<Terms> Right = termsOf(Binary->getRHS());
  constexpr size_t MaxTerms = 4;
  if (!Left || !Right || Left->size() + Right->size() > MaxTerms)
    return std::nullopt;
  const bool IsSum = Binary->getOpcode() == BO_Add;
  Terms Result(MaxTerms);
  Result.truncate(IsSum ? std::max(Left->size(), Right->size())
                        : Left->size() + Right->size() - 1);
  for (size_t I = 0; IsSum && I != Result.size(); ++I)
    Result[I] = (I < Left->size() ? (*Left)[I] : 0) +
                (I < Right->size() ? (*Right)[I] : 0);
  for (size_t I = 0; !IsSum && I != Left->size(); ++I)
    for (size_t J = 0; J != Right->size(); ++J)
      Result[I + J] += (*Left)[I] * (*Right)[J];
  return Result;
}

/// True if text of \p File has the constant's name in another place than those
/// of Known and than its definition.
bool PitchConstants::isUnseenMention(FileID File, unsigned First, unsigned Last,
                                     const DefinedConstant &Constant) const {
  // A macro's name stands right before the literal.
  bool IsFound = false, IsNamed = false;
  const bool IsRead = forEachRawToken(
      Sources, Context.getLangOpts(), File, First, [&](const Token &T, bool) {
        const unsigned Offset = Sources.getFileOffset(T.getLocation());
        // What pastes tokens may make names of them.
        IsFound |= T.is(tok::hashhash) ||
                   (IsNamed && T.getLocation() != Constant.Definition);
        IsNamed = Offset < Last && T.is(tok::raw_identifier) &&
                  T.getRawIdentifier() == Constant.Name &&
                  !Known.contains(Offset);
        return !IsFound && Offset < Last;
      });
  return !IsRead || IsFound || IsNamed;
}

/// True if the text of a macro names the constant: a macro is expanded where
/// another declaration may be meant.
bool PitchConstants::isNamedBehindText() const {
  const ValueDecl *Constant = Factors.front().Constant;
  if (!Constant)
    return false;
  HiddenUses Uses(*Constant);
  const DeclContext *Scope = Constant->getDeclContext();
  const auto *Function = dyn_cast<FunctionDecl>(Array.getDeclContext());
  return Scope->isFunctionOrMethod() && Function
             ? !Uses.walk(Function->getBody())
             : !Uses.walk(Context.getTranslationUnitDecl());
}

bool PitchConstants::isMentionedElsewhere(
    const DefinedConstant &Constant) const {
  const FileID Main = Sources.getMainFileID();
  const unsigned Size = Sources.getFileIDSize(Main);
  const ValueDecl *Declared = Factors.front().Constant;
  const auto *Function = dyn_cast<FunctionDecl>(Array.getDeclContext());
  const DeclContext *Scope = Declared ? Declared->getDeclContext() : nullptr;
  // An enumerator's function is around its enumeration.
  while (Scope && isa<EnumDecl>(Scope))
    Scope = Scope->getParent();
  if (Scope && Scope == Function) {
    const SourceRange Body = Function->getBody()->getSourceRange();
    return Body.getBegin().isMacroID() || Body.getEnd().isMacroID() ||
           !Sources.isInMainFile(Body.getBegin()) ||
           isUnseenMention(Main, Sources.getFileOffset(Body.getBegin()),
                           Sources.getFileOffset(Body.getEnd()), Constant) ||
           isNamedBehindText();
  }
  if (isUnseenMention(Main, 0, Size, Constant) || isNamedBehindText())
    return true;
  for (const SourceText &Read : loadedFiles(Sources)) {
    if (!Read.Text.contains(Constant.Name))
      continue;
    const FileID File = Sources.translateFile(Read.File);
    if (File != Main && File.isValid() &&
        !Sources.isInSystemHeader(Sources.getLocForStartOfFile(File)))
      return true;
  }
  return false;
}

std::optional<DefinedConstant> PitchConstants::find() {
  DefinedConstant Result;
  Result.Name = nameOf(Factors.front());
  if (Result.Name.empty() ||
      !llvm::all_of(Factors, [this](const NamedNumber &Factor) {
        return isConstant(Factor);
      }))
    return std::nullopt;
  const IntegerLiteral *Literal = definition();
  if (!Literal)
    return std::nullopt;
  SourceLocation At = Literal->getLocation();
  // That of a macro stands in its body.
  if (At.isMacroID() && Factors.front().Literal)
    At = Sources.getSpellingLoc(At);
  if (At.isMacroID() || !Sources.isInMainFile(At))
    return std::nullopt;
  Result.Definition = At;
  Result.Text = Lexer::getSourceText(CharSourceRange::getTokenRange(At),
                                     Sources, Context.getLangOpts())
                    .str();
  if (!llvm::all_of(Result.Text, llvm::isDigit) || Result.Text.front() == '0')
    return std::nullopt;
  for (const NamedNumber &Factor : Factors)
    Known.insert(
        Sources.getFileOffset(Sources.getFileLoc(Factor.Range.getBegin())));
  if (const ValueDecl *Declared = Factors.front().Constant) {
    if (Declared->getLocation().isMacroID())
      return std::nullopt;
    Known.insert(Sources.getFileOffset(Declared->getLocation()));
  }
  const clang::Expr *Size = writtenSize(Array);
  if (!Size)
    return std::nullopt;
  std::optional<Terms> Extent = termsOf(Size);
  if (!Extent || isMentionedElsewhere(Result))
    return std::nullopt;
  Result.ExtentTerms = std::move(*Extent);
  return Result;
}
