//===- RowPitches.cpp - Rows that only subscripts know --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the numbers that the subscripts of an array of one extent multiply by,
// where each of them stands, and whether they have one definition that serves
// for nothing else. Whether the subscripts are such of rows and columns, an
// execution has to find out.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Lowering.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>

using namespace banklint;
using namespace clang;

namespace {

/// The subscripts of an array.
class SubscriptsOf : public RecursiveASTVisitor<SubscriptsOf> {
public:
  explicit SubscriptsOf(const VarDecl &Array) : Array(Array) {}

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    const auto *Name =
        dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
    if (Name && Name->getDecl() == &Array)
      Found.push_back({Name, E->getIdx()});
    return true;
  }

  /// The array's name, and what is in the brackets.
  std::vector<std::pair<const DeclRefExpr *, const clang::Expr *>> Found;

private:
  const VarDecl &Array;
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

/// By value, in the order of the text.
using FactorMap = std::map<uint64_t, std::vector<NamedNumber>>;

/// Adds the numbers that \p E, a sum, multiplies by.
static void addFactors(const clang::Expr *E, const ASTContext &Context,
                       FactorMap &Factors) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary)
    return;
  if (Binary->isAdditiveOp()) {
    addFactors(Binary->getLHS(), Context, Factors);
    addFactors(Binary->getRHS(), Context, Factors);
  } else if (Binary->getOpcode() == BO_Mul) {
    const auto Left = namedNumber(Binary->getLHS(), Context);
    const auto Right = namedNumber(Binary->getRHS(), Context);
    // Of two numbers, either may be the row's.
    if (Left.has_value() != Right.has_value())
      Factors[(Left ? *Left : *Right).Elements].push_back(Left ? *Left
                                                               : *Right);
  }
}

/// The last factor of the product \p E that is \p Elements.
static std::optional<NamedNumber>
factorOf(const clang::Expr *E, uint64_t Elements, const ASTContext &Context) {
  if (auto Number = namedNumber(E, Context);
      Number && Number->Elements == Elements)
    return Number;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary || Binary->getOpcode() != BO_Mul)
    return std::nullopt;
  if (auto Right = factorOf(Binary->getRHS(), Elements, Context))
    return Right;
  return factorOf(Binary->getLHS(), Elements, Context);
}

/// Where \p Number stands, if text that can be edited is all of it.
std::optional<SpelledNumber>
Lowering::spelledNumber(const NamedNumber &Number) {
  for (SourceLocation At = Number.Range.getBegin(); At.isMacroID();
       At = Sources.getImmediateExpansionRange(At).getBegin())
    if (Sources.isMacroArgExpansion(At))
      return std::nullopt;
  const llvm::StringRef Text = sourceOf(Number.Range);
  if (Text.empty() || Text.find_first_of("\n\\") != llvm::StringRef::npos ||
      Text.contains("//"))
    return std::nullopt;
  return SpelledNumber{spanOf(Number.Range), Text.str()};
}

/// True if each of \p Mentions, of \p Array, is one of \p Subscripts or asks
/// for its type.
static bool isOnlySubscripted(const SharedArray &Array,
                              llvm::ArrayRef<SourceSpan> Mentions,
                              const SubscriptsOf &Subscripts,
                              const SourceManager &Sources) {
  llvm::SmallSet<unsigned, 16> Known;
  for (auto [Name, Index] : Subscripts.Found) {
    if (Name->getLocation().isMacroID())
      return false;
    Known.insert(Sources.getFileOffset(Name->getLocation()));
  }
  return llvm::all_of(Mentions, [&](SourceSpan Mention) {
    return Known.contains(Mention.Offset) ||
           llvm::any_of(Array.LayoutUses, [&](const LayoutUse &Use) {
             return Use.IsOfType && Use.Span.File == Mention.File &&
                    Use.Span.Offset == Mention.Offset;
           });
  });
}

void Lowering::findRowPitches(const VarDecl &Decl, unsigned Number) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  const SharedArray &Array = Program.Arrays[Number];
  if (Array.Extents.size() != 1 || Array.IsDynamic || !Function ||
      !Function->hasBody())
    return;
  SubscriptsOf Subscripts(Decl);
  Subscripts.TraverseStmt(Function->getBody());
  FactorMap Factors;
  for (auto [Name, Index] : Subscripts.Found)
    addFactors(Index, Context, Factors);
  if (Factors.empty())
    return;
  const std::optional<std::vector<SourceSpan>> Mentions = mentionsOf(Decl);
  if (!Mentions || !isOnlySubscripted(Array, *Mentions, Subscripts, Sources))
    return;
  for (const auto &[Elements, Numbers] : Factors)
    addRowPitch(Decl, Number, Numbers);
}

/// Adds the pitch that \p Factors, all of one value, stand for.
void Lowering::addRowPitch(const VarDecl &Decl, unsigned Number,
                           llvm::ArrayRef<NamedNumber> Factors) {
  RowPitch Pitch;
  Pitch.Array = Number;
  Pitch.Elements = Factors.front().Elements;
  if (Pitch.Elements < 2)
    return;
  for (const NamedNumber &Factor : Factors) {
    std::optional<SpelledNumber> Spelled = spelledNumber(Factor);
    if (!Spelled)
      return;
    // What stands in a list is visited twice.
    if (llvm::none_of(Pitch.Factors, [&](const SpelledNumber &Known) {
          return Known.Span.Offset == Spelled->Span.Offset;
        }))
      Pitch.Factors.push_back(std::move(*Spelled));
  }
  if (const clang::Expr *Size = writtenSize(Decl)) {
    std::optional<NamedNumber> Factor = factorOf(Size, Pitch.Elements, Context);
    if (Factor)
      Pitch.ExtentFactor = spelledNumber(*Factor);
  }
  if (auto Defined = PitchConstants(Context, Decl, Factors).find())
    Pitch.Constant = PitchConstant{Defined->Name,
                                   {spanOf(Defined->Definition), Defined->Text},
                                   Defined->ExtentTerms};
  for (const NamedNumber &Factor : Factors)
    Found.Numbers[Factor.Value] = Found.Pitches.size();
  Found.Pitches.push_back(std::move(Pitch));
}

void Lowering::findRowPitches() {
  std::vector<const VarDecl *> Declared(Program.Arrays.size());
  for (auto [Decl, Number] : ArrayNumbers)
    Declared[Number] = Decl;
  for (const auto &[Number, Decl] : llvm::enumerate(Declared))
    if (Decl)
      findRowPitches(*Decl, Number);
}

/// The parameter that stands for \p E, if it is an open pitch.
std::optional<ExprId> Lowering::openPitch(const Expr *E) {
  if (!Open)
    return std::nullopt;
  const auto Known = Open->Numbers.find(E);
  if (Known == Open->Numbers.end())
    return std::nullopt;
  return Builder.convert(Builder.parameter(FirstPitch + Known->second),
                         valueType(E->getType()));
}
